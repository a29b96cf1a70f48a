/**
 * Turns a host that a stranger named into the addresses that may be dialled: it looks the host up once and
 * judges every address.
 */
import type { Socket } from 'node:net'
import { networksOf } from '../kernel/networks.ts'
import { isPublicAddress } from './address-judge.ts'
import { type DialOptions, dial } from './dial.ts'
import { OutsideError } from './outside-error.ts'
import { literalAddresses } from './outside-url.ts'
import type { HostResolver } from './resolve-host.ts'

export type HostGuard = { readonly resolver: HostResolver; isAllowed(address: string): boolean }

const maxAddresses = 16

/**
 * Which addresses may be dialled: public ones, and those of the operator's own networks that the settings name for this
 * purpose; for tests, whose servers are on this machine, all.
 */
export function addressGuard({
  allowPrivate = false,
}: {
  readonly allowPrivate?: boolean | readonly string[]
}): (address: string) => boolean {
  const isOwn = typeof allowPrivate === 'boolean' ? () => allowPrivate : networksOf(allowPrivate)
  return address => isPublicAddress(address) || isOwn(address)
}

/** Settles no later than the signal, whatever happens to the work. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

async function lookUp(resolver: HostResolver, host: string, signal: AbortSignal): Promise<readonly string[]> {
  try {
    return await orAborted(resolver(host, signal), signal)
  } catch (cause) {
    signal.throwIfAborted()
    throw new OutsideError('dns', cause)
  }
}

/** One address that is not public is enough to refuse a host, because no honest host mixes them. */
export async function checkedAddresses(
  { resolver, isAllowed }: HostGuard,
  host: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const addresses = literalAddresses(host) ?? (await lookUp(resolver, host, signal))
  if (addresses.length === 0) throw new OutsideError('dns')
  if (!addresses.every(isAllowed)) throw new OutsideError('address')
  return addresses.slice(0, maxAddresses)
}

/** Connects to a host by its name, under the guard. The time covers the look-up and the dialling together. */
export async function dialHost(
  guard: HostGuard,
  host: string,
  port: number,
  { timeoutMs, signal, ...options }: DialOptions,
): Promise<Socket> {
  const late = AbortSignal.timeout(timeoutMs)
  const either = signal ? AbortSignal.any([late, signal]) : late
  try {
    const addresses = await checkedAddresses(guard, host, either)
    return await dial({ addresses, port }, { ...options, timeoutMs, signal: either })
  } catch (cause) {
    if (late.aborted) throw new OutsideError('timeout', cause)
    throw cause instanceof OutsideError ? cause : new OutsideError('network', cause)
  }
}
