/** What the site writes to the people of a mailbox: in their language, short, with the address of the page to go to. */
import type { Flag } from '../../database/schema.ts'
import type { Letter } from '../../inbound/receive/post-letter.ts'

/** Dates for people in the site's language; the mailbox's own time zone is not known. */
const dateText = (at: number): string =>
  new Intl.DateTimeFormat('zh-CN', { dateStyle: 'long', timeZone: 'Asia/Shanghai' }).format(at)

export type Addressed = {
  address: string
  expires_at: number | null
  /** Whether its domain is for sale, so that it can be renewed in the store. */
  store: Flag
}

const renewLines = (mailbox: Addressed, site: string): string[] =>
  mailbox.store === 1 && mailbox.expires_at !== null ? [`续费：${site}/store?renew=${mailbox.address}`] : []

export const welcomeLetter = (mailbox: Addressed, site: string): Letter => ({
  to: mailbox.address,
  subject: '欢迎，邮箱开通了',
  text: [
    `${mailbox.address} 已经开通，可以收信了。`,
    '',
    mailbox.expires_at === null ? '长期有效。' : `有效期到${dateText(mailbox.expires_at)}。`,
    `登录：${site}/auth`,
    ...renewLines(mailbox, site),
    '',
  ].join('\n'),
})

export function reminderLetter(
  mailbox: Addressed & { expires_at: number },
  graceDays: number,
  site: string,
): Letter {
  const { address } = mailbox
  const date = dateText(mailbox.expires_at)
  const after =
    graceDays === 0
      ? '到期后邮箱停用，名字一直为你留着，续费就恢复。'
      : `到期后邮箱停用，名字和邮件再留 ${graceDays} 天，续费就恢复；过后会删除。`
  return {
    to: address,
    subject: `邮箱将在${date}到期`,
    text: [
      `${address} 将在${date}到期。`,
      '',
      ...renewLines(mailbox, site),
      '可以用续期卡密延长。',
      '',
      after,
      '',
    ].join('\n'),
  }
}
