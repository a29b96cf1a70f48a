/** Puts a proof where the authority looks: under our own site, or into the zone of the domain. */
import type { Db } from '../../database/types.ts'
import type { AskDns } from '../../domain/dns/ask-dns.ts'
import { ProviderError, type Zone } from '../../domain/provider/zone.ts'
import { type Clock, hour, second } from '../../kernel/clock.ts'
import { dnsAnswer } from '../acme/jws.ts'
import type { OrderDeps, Proof } from '../acme/order.ts'
import { deleteChallenges, putChallenge } from '../kept/repository.ts'

export type ProofDeps = {
  db: Db
  clock: Clock
  dns: Pick<AskDns, 'txt'>
  /** Opens the zone of a name with the access that its domain's owner gave us to keep; null when there is none. */
  zoneFor(name: string): Promise<Zone | null>
}

const keptMs = hour
const ttl = 60
const seenTries = 30
const seenEveryMs = 2 * second
const firstLookMs = second / 4

export class NoZone extends Error {}

async function showInZone(
  deps: ProofDeps & Pick<OrderDeps, 'name' | 'pause'>,
  { authorization }: Proof,
): Promise<() => Promise<void>> {
  const zone = await deps.zoneFor(deps.name)
  if (!zone) throw new NoZone()
  const name = `_acme-challenge.${deps.name}`
  const value = dnsAnswer(authorization)
  const done = async () => undefined
  const mine = (records: Awaited<ReturnType<Zone['recordsAt']>>) =>
    records.find(record => record.type === 'TXT' && record.value === value)
  const before = await zone.recordsAt([name])
  if (!mine(before))
    await zone.change([{ action: 'create', record: { name, type: 'TXT', value, ttl } }], before, done)
  // Name servers of a provider may take a while to agree; the authority asks only once.
  for (let tries = 0; tries < seenTries; tries++) {
    const found = await deps.dns.txt(name)
    if (found.state === 'found' && found.values.includes(value)) break
    await deps.pause(tries === 0 ? firstLookMs : seenEveryMs)
  }
  return async () => {
    const now = await zone.recordsAt([name])
    const record = mine(now)
    if (record) await zone.change([{ action: 'delete', before: record }], now, done)
  }
}

async function showOnSite({ db, clock }: ProofDeps, { token, authorization }: Proof) {
  const now = clock.now()
  await db.transaction(async tx => {
    await deleteChallenges(tx, now)
    await putChallenge(tx, { token, answer: authorization, expires_at: now + keptMs })
  })
  // It is no secret and harms nobody; another node may still be asked for it.
  return async () => undefined
}

export const showProof =
  (deps: ProofDeps & Pick<OrderDeps, 'name' | 'pause'>): OrderDeps['show'] =>
  async proof => {
    if (proof.way === 'http') return showOnSite(deps, proof)
    const takeAway = await showInZone(deps, proof)
    return async () => {
      // A record that stays behind proves nothing any more; the certificate is what counts.
      await takeAway().catch((cause: unknown) => {
        if (!(cause instanceof ProviderError)) throw cause
      })
    }
  }
