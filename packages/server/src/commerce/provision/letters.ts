/** What the site writes to the people of a mailbox: in their language, short, with the address of the page to go to. */
import type { Letter } from '../../inbound/receive/post-letter.ts'

/** Dates for people in the site's language; the mailbox's own time zone is not known. */
const dateText = (at: number): string =>
  new Intl.DateTimeFormat('zh-CN', { dateStyle: 'long', timeZone: 'Asia/Shanghai' }).format(at)

const renewPage = (site: string, address: string): string => `${site}/store?renew=${address}`

export const welcomeLetter = (
  mailbox: { address: string; expires_at: number | null },
  site: string,
): Letter => ({
  to: mailbox.address,
  subject: `${mailbox.address} 开通了`,
  text: [
    `${mailbox.address} 已经开通，可以收信了。`,
    '',
    mailbox.expires_at === null ? '长期有效。' : `有效期到${dateText(mailbox.expires_at)}。`,
    `登录：${site}/auth`,
    ...(mailbox.expires_at === null ? [] : [`续费：${renewPage(site, mailbox.address)}`]),
    '',
  ].join('\n'),
})

export function reminderLetter(
  { address, expires_at }: { address: string; expires_at: number },
  graceDays: number,
  site: string,
): Letter {
  const date = dateText(expires_at)
  const after =
    graceDays === 0
      ? '到期后邮箱停用，名字一直为你留着，续费就恢复。'
      : `到期后邮箱停用，名字和邮件再留 ${graceDays} 天，续费就恢复；过后会删除。`
  return {
    to: address,
    subject: `邮箱将在${date}到期`,
    text: `${address} 将在${date}到期。\n\n续费：${renewPage(site, address)}\n也可以用续期卡密延长。\n\n${after}\n`,
  }
}
