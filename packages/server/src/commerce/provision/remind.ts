/**
 * Tells the people of a mailbox, in the mailbox itself, that its time is running out. Each reminder is sent once: the
 * row that says so is written first, so that a crash loses a letter rather than sending it every hour.
 */
import { type Clock, day } from '../../clock.ts'
import type { Db } from '../../database/types.ts'
import type { Log } from '../../log.ts'
import type { SiteSettings } from '../../operate/setting/site-settings.ts'

export type RemindDeps = {
  db: Db
  clock: Clock
  log: Log
  site: SiteSettings
  postMail: (mail: { to: string; subject: string; text: string }) => Promise<void>
}

const portion = 200

/** Dates for people in the site's language; the mailbox's own time zone is not known. */
const dateText = (at: number): string =>
  new Intl.DateTimeFormat('zh-CN', { dateStyle: 'long', timeZone: 'Asia/Shanghai' }).format(at)

function letter(address: string, expiresAt: number, graceDays: number) {
  const date = dateText(expiresAt)
  const after =
    graceDays === 0
      ? '到期后邮箱停用，名字一直为你留着，续费就恢复。'
      : `到期后邮箱停用，名字和邮件再留 ${graceDays} 天，续费就恢复；过后会删除。`
  return {
    subject: `邮箱将在${date}到期`,
    text: `${address} 将在${date}到期。\n\n请到商店续费，或用续期卡密延长。\n${after}\n`,
  }
}

/** The nearest of the steps that an end has come within. */
const stepOf = (left: number, steps: readonly number[]): number | undefined =>
  [...steps].sort((a, b) => a - b).find(days => left <= days * day)

export async function remind(deps: RemindDeps): Promise<void> {
  const { remindDays, graceDays } = await deps.site.read()
  const now = deps.clock.now()
  const furthest = Math.max(...remindDays)
  let after = ''
  for (;;) {
    const due = await deps.db.query
      .selectFrom('mailbox')
      .select(['id', 'address', 'expires_at'])
      .where('kind', '=', 'account')
      .where('status', '=', 'active')
      .where('expires_at', '>', now)
      .where('expires_at', '<=', now + furthest * day)
      .where('id', '>', after)
      .orderBy('id')
      .limit(portion)
      .execute()
    for (const { id, address, expires_at } of due) {
      after = id
      if (expires_at === null) continue
      const step = stepOf(expires_at - now, remindDays)
      if (step === undefined) continue
      const first = await deps.db.transaction(async tx => {
        const made = await tx
          .insertInto('expiry_reminder')
          .values({ mailbox_id: id, expires_at, days_before: step, at: now })
          .onConflict(oc => oc.doNothing())
          .executeTakeFirst()
        return made.numInsertedOrUpdatedRows === 1n
      })
      if (!first) continue
      await deps
        .postMail({ to: address, ...letter(address, expires_at, graceDays) })
        .catch(cause => deps.log.warn({ err: cause, address }, 'a reminder was not delivered'))
    }
    if (due.length < portion) return
  }
}
