/** The limits of the listener that the operator sets while it runs; the rest stand as they are. */
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import type { LiveLimits } from './smtp/limits.ts'
import { defaultSmtpLimits, type SmtpLimits } from './smtp/limits.ts'
import type { SmtpHandler } from './smtp/types.ts'

const megabyte = 1_048_576

export async function readLimits(site: SiteSettings): Promise<LiveLimits> {
  const { smtpMaxMb, smtpMaxRecipients } = await site.read()
  return { messageBytes: smtpMaxMb * megabyte, recipients: smtpMaxRecipients }
}

/** Limits that follow the settings. They are looked up again whenever a client connects, before it is greeted. */
export function createSiteLimits(site: SiteSettings): {
  limits: SmtpLimits
  following(handler: SmtpHandler): SmtpHandler
} {
  let { messageBytes, recipients } = defaultSmtpLimits
  const limits: SmtpLimits = {
    ...defaultSmtpLimits,
    get messageBytes() {
      return messageBytes
    },
    get recipients() {
      return recipients
    },
  }
  return {
    limits,
    following: handler => ({
      ...handler,
      async connect(session) {
        ;({ messageBytes, recipients } = await readLimits(site))
        return handler.connect(session)
      },
    }),
  }
}
