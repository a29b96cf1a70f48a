/** Eight questions a second from one network, as that API allows. Counted per node and in memory, like the SMTP rate. */
import { clientNetwork } from '../../kernel/client-address.ts'
import { type Clock, second } from '../../kernel/clock.ts'

export const perSecond = 8
const maxTracked = 50_000

export function createSecondRate(clock: Clock): (client: string) => boolean {
  const windows = new Map<string, { endsAt: number; count: number }>()
  return client => {
    const now = clock.now()
    const key = clientNetwork(client)
    const window = windows.get(key)
    if (window && window.endsAt > now) return ++window.count <= perSecond
    if (windows.size >= maxTracked) windows.clear()
    windows.set(key, { endsAt: now + second, count: 1 })
    return true
  }
}
