import { createServer } from 'node:net'

/** Where IPv6 is switched off altogether, "::" means every IPv4 address. */
export async function usableHost(host: string): Promise<string> {
  if (host !== '::') return host
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve('0.0.0.0'))
    probe.listen(0, host, () => probe.close(() => resolve(host)))
  })
}
