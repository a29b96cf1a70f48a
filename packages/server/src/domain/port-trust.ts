/**
 * Whether a stranger who verifies certificates would deliver to us. Every node looks at what its own port
 * presents and writes it down; all nodes judge by all recent looks, because a sender may reach any of them.
 */
import type { Db, Query } from '../database/types.ts'
import { type Clock, day, minute } from '../kernel/clock.ts'
import { putValue, readSettings, removeSetting } from '../ledger/setting/kept-settings.ts'
import { type ProbeTarget, probeTls } from './probe-tls.ts'
import { ownMailHosts } from './repository.ts'
import type { TlsFault, TrustFault } from './words/facts.ts'

export type PortTrust =
  | { readonly isTrusted: true; readonly endsAt: number }
  | { readonly isTrusted: false; readonly why: TrustFault }

type Look = { readonly at: number; readonly endsAt: number | null; readonly fault: TlsFault | null }

export type TrustDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly nodeId: string
  siteHost(): string
  target(host: string): ProbeTarget
}

const scope = 'port-look'
export const lookEveryMs = 5 * minute
/** A node that has not looked for so long is down, or cannot reach its own port. */
const recentMs = 30 * minute
const forgottenMs = day
/** Renewals come long before; whoever is this late may be later still. */
const spareMs = 3 * day

async function readLooks(query: Query): Promise<Map<string, Look>> {
  return (await readSettings(query, scope)) as Map<string, Look>
}

/** What the port presents may depend on the host that a sender asks for. */
const lookName = (nodeId: string, host: string): string => `${nodeId}/${host}`

export async function lookAtOwnPort(deps: TrustDeps): Promise<void> {
  const { db, clock } = deps
  await db.transaction(async tx => {
    for (const [name, { at }] of await readLooks(tx))
      if (Math.abs(clock.now() - at) > forgottenMs) await removeSetting(tx, scope, name)
  })
  for (const host of new Set([deps.siteHost(), ...(await ownMailHosts(db.query))])) await lookFor(deps, host)
}

async function lookFor({ db, clock, nodeId, target }: TrustDeps, host: string): Promise<void> {
  const found = await probeTls(target(host))
  const now = clock.now()
  await db.transaction(async tx => {
    // A port that is too busy for once does not make its certificate worse: the last look holds for a while.
    if (found.verdict === 'unreachable') return
    const fault = found.verdict === 'trusted' ? null : found.fault
    const look: Look = { at: now, endsAt: found.endsAt, fault }
    await putValue(tx, scope, lookName(nodeId, host), JSON.stringify(look), now)
  })
}

/** Returns the verdict on one look by the time it is now. */
function faultOf({ fault, endsAt }: Look, now: number): TrustFault | null {
  if (fault !== null) return fault
  if (endsAt === null || endsAt <= now) return 'expired'
  return endsAt - now < spareMs ? 'endsSoon' : null
}

export async function readPortTrust(
  { db, clock }: Pick<TrustDeps, 'db' | 'clock'>,
  host: string,
): Promise<PortTrust> {
  const now = clock.now()
  const recent = [...(await readLooks(db.query))]
    .filter(([name, { at }]) => name.endsWith(lookName('', host)) && Math.abs(now - at) <= recentMs)
    .map(([, look]) => look)
  if (recent.length === 0) return { isTrusted: false, why: 'unseen' }
  const [why] = recent.map(look => faultOf(look, now)).filter(fault => fault !== null)
  if (why !== undefined) return { isTrusted: false, why }
  return { isTrusted: true, endsAt: Math.min(...recent.map(({ endsAt }) => endsAt ?? 0)) }
}
