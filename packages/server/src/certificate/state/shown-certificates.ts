/** What the page shows of certificates: what is presented for each name, and how the last try went. */
import type {
  Authority,
  Certificate as ShownCertificate,
  CertificateState as ShownState,
} from '@yanshu/contract'
import type { Db } from '../../database/types.ts'
import { type Clock, isoTime, isoTimeOrNull } from '../../kernel/clock.ts'
import { readFact, type SayFact } from '../../ledger/fact/fact.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import type { SiteValues } from '../../ledger/setting/site-table.ts'
import { type CertificateRow, findAccount, listCertificates } from '../kept/repository.ts'
import { accountId } from '../obtain/authority.ts'
import { ordersLeft } from '../obtain/budget.ts'
import { isOn } from '../obtain/renew-certificates.ts'
import { type NameDeps, type WantedName, wantedNames } from '../obtain/wanted-names.ts'
import { organisationOf, readChain } from '../present/held-certificate.ts'
import { type CertificateState, certificateFor, type StateDeps } from './certificate-state.ts'

export type ShownDeps = StateDeps &
  NameDeps & {
    db: Db
    clock: Clock
    site: SiteSettings
    hasFileFor(name: string): boolean
    sayFact: SayFact
  }

export type Shown = { authority: Authority; list: ShownCertificate[] }

const saidIn = (stored: string): string => {
  const told = readFact(stored)
  return told?.key === 'authorityRefused' || told?.key === 'authoritySilent' ? told.values.said : ''
}

/** Nobody but us has looked for the name; the authority was not asked. */
const isWaiting = ({ fault }: CertificateRow): boolean => {
  const key = readFact(fault)?.key
  return key === 'nameUnknown' || key === 'nameElsewhere'
}

function stateOf(row: CertificateRow | undefined, present: CertificateState, now: number): ShownState {
  const inDate = present.source !== 'selfSigned' && present.verdict !== 'otherName'
  if (row && row.claim !== '' && row.claimed_until > now) return 'working'
  if (present.verdict === 'good')
    return row && row.failures > 0 && present.source === 'authority' ? 'failing' : 'good'
  if (inDate && (present.verdict === 'ended' || present.verdict === 'notYet')) return 'ended'
  if (row && row.failures > 0) return isWaiting(row) ? 'waiting' : 'refused'
  return inDate && (present.verdict === 'untrusted' || present.source === 'file') ? 'untrusted' : 'none'
}

function shownOne(
  deps: ShownDeps,
  wanted: WantedName,
  row: CertificateRow | undefined,
  facts: { on: boolean; left: number; now: number },
): ShownCertificate {
  const { name, purpose, domain } = wanted
  const present = certificateFor(deps, name, facts.now)
  const source = present.source ?? 'selfSigned'
  const isTheirs = source === 'authority' && present.verdict !== 'otherName'
  const hasOne = source === 'file' || isTheirs
  const [leaf] = hasOne ? readChain(present.chain) : []
  const renews = facts.on && row !== undefined && !deps.hasFileFor(name)
  const fault = source === 'file' ? '' : (row?.fault ?? '')
  return {
    ...{ name, purpose, domain, source: hasOne ? source : 'selfSigned' },
    state: stateOf(source === 'file' ? undefined : row, present, facts.now),
    issuer: leaf ? organisationOf(leaf.issuer) : '',
    validFrom: hasOne ? isoTimeOrNull(present.from) : null,
    validUntil: hasOne ? isoTimeOrNull(present.until) : null,
    renewsAt: renews ? isoTime(row.next_at) : null,
    triedAt: isoTimeOrNull(row?.tried_at ?? null),
    obtainedAt: isTheirs ? isoTimeOrNull(row?.obtained_at ?? null) : null,
    failures: source === 'file' ? 0 : (row?.failures ?? 0),
    way: row?.way === 'http' || row?.way === 'dns' ? row.way : '',
    said: saidIn(fault),
    advice: deps.sayFact(fault),
    triesLeft: facts.left,
  }
}

async function shownAuthority(deps: ShownDeps, values: SiteValues): Promise<Authority> {
  const account = await findAccount(deps.db.query, accountId(values))
  const fault = account?.fault ?? ''
  return {
    on: values.acme,
    terms: values.acmeTerms,
    directory: values.acmeDirectory,
    account: account?.url ?? '',
    contact: values.acmeContact,
    way: values.acmeWay as Authority['way'],
    said: saidIn(fault),
    advice: deps.sayFact(fault),
    nextAt: fault === '' || !account ? null : isoTime(account.next_at),
  }
}

export async function shownCertificates(deps: ShownDeps): Promise<Shown> {
  const values = await deps.site.read()
  const wanted = await wantedNames(deps.db.query, deps, values.acmeDomainHosts)
  const rows = new Map((await listCertificates(deps.db.query)).map(row => [row.name, row]))
  const now = deps.clock.now()
  const names = wanted.map(({ name }) => name)
  const left = await ordersLeft(deps.db.query, names, now)
  const on = isOn(values)
  return {
    authority: await shownAuthority(deps, values),
    list: wanted.map(one =>
      shownOne(deps, one, rows.get(one.name), { on, left: left.get(one.name) ?? 0, now }),
    ),
  }
}
