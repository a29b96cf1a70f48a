/** The mailbox that the load goes to, on a site of its own. */
import { type Site, startSite } from '../e2e/site.ts'

export const benchAddress = 'bench@yanshu.test'

export async function startWithMailbox(): Promise<{ site: Site; token: string }> {
  const site = await startSite()
  const [localPart, domain = ''] = benchAddress.split('@')
  const { token } = await site.as(null).regEmail({ body: { domain, localPart } })
  return { site, token }
}
