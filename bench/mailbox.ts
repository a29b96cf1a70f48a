/** Starts a site of its own with the mailbox that receives the load. */
import { type Site, startSite } from '../e2e/site.ts'

export const benchAddress = 'bench@yanshu.test'

/** The limits that keep strangers from filling a disk are off, because the bench does not measure them. */
const noBounds = { visitorQuotaMb: 0, mailboxMbPerMinute: 0, mailboxMbPerDay: 0 }

export async function withoutBounds(site: Site): Promise<void> {
  await site.as(await site.adminToken()).updateSetting({ body: { values: noBounds } })
}

export async function startWithMailbox(): Promise<{ site: Site; token: string }> {
  const site = await startSite()
  await withoutBounds(site)
  const [localPart, domain = ''] = benchAddress.split('@')
  const { token } = await site.as(null).regEmail({ body: { domain, localPart } })
  return { site, token }
}
