/** Opens zones with the access that the owners of domains let us keep. */
import type { Db } from '../database/types.ts'
import type { Secrets } from '../kernel/secrets.ts'
import { findAccess } from './plan-repository.ts'
import { type Credentials, type Zone, zoneCandidates } from './provider/zone.ts'
import { findDomainsByNames } from './repository.ts'
import { accessPurpose, type SetDeps } from './set-dns.ts'

type Deps = { db: Db; secrets: Secrets } & Pick<SetDeps, 'openZone'>

/** The longest of our domains in force that the name belongs to counts. */
export const createKeptZones =
  ({ db, secrets, openZone }: Deps) =>
  async (name: string): Promise<Zone | null> => {
    const candidates = zoneCandidates(name)
    const domains = await findDomainsByNames(db.query, candidates)
    const nearest = domains
      .filter(({ verified_at }) => verified_at !== null)
      .sort((one, other) => other.name.length - one.name.length)
    for (const domain of nearest) {
      const access = await findAccess(db.query, domain.id)
      if (!access) continue
      const credentials = JSON.parse(secrets.open(accessPurpose, access.credentials)) as Credentials
      return openZone(access.provider, credentials, domain.name)
    }
    return null
  }
