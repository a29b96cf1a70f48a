/** Whether a name leads to this machine, before an authority is asked to look: a failed proof counts against us. */

import { fact } from '../../ledger/fact/fact.ts'
import type { HostResolver } from '../../outside/resolve-host.ts'
import { NotHere } from './fault-of.ts'
import { type NameDeps, ownNames, type WantedName } from './wanted-names.ts'

/** Throws when the name has no address, or a customer's name leads elsewhere than our own names do. */
export async function checkPointsHere(
  deps: NameDeps & { resolver: HostResolver; signal: AbortSignal },
  { name, purpose }: WantedName,
): Promise<void> {
  const { resolver, names, signal } = deps
  const found = await resolver(name, signal)
  if (found.length === 0) throw new NotHere(fact('nameUnknown', { name }))
  if (purpose !== 'domain') return
  const hosts = new Set([names.webHost(), names.mailHost(), ...ownNames(deps).map(own => own.name)])
  const ours = (
    await Promise.all([...hosts].map(async host => (host === null ? [] : resolver(host, signal))))
  ).flat()
  if (found.every(address => ours.includes(address))) return
  throw new NotHere(fact('nameElsewhere', { name, found, ours: [...new Set(ours)] }))
}
