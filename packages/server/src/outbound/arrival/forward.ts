/** Forwards mail of mailboxes to the addresses that their holder or their filters name. */
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db, Tx } from '../../database/types.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { KeptChecks } from '../../mail/sender-verdict.ts'
import { findMailboxByAddress, type MailboxRow } from '../../mailbox/account/mailboxes.ts'
import type { ArrivalStep, ArrivingMessage } from '../../mailbox/mail/arrival-step.ts'
import {
  type Forwarding,
  forwardedBytes,
  queueForward,
  readForwarding,
  wantsForward,
} from '../forward/forwarding.ts'
import { type DayLimit, dropLarge, storeLarge } from '../queue/enqueue.ts'
import { senderKey } from '../stop/sender-key.ts'
import type { AutomaticMail } from './automatic-mail.ts'

type Deps = {
  db: Db
  clock: Clock
  blobs: BlobStore
  automatic: AutomaticMail
  /** Seals a message that leaves as a forward of this mailbox. */
  seal(mail: { message: Buffer; address: string; host: string; checks: KeptChecks }): Promise<Buffer>
  /** Runs after a commit that queued mail for these senders. */
  queued(senderKeys: readonly string[]): Promise<void>
}

type Plan = {
  forwarding: Forwarding
  /** The targets that the holder set and not a filter. */
  byHolder: readonly string[]
  limits: DayLimit[]
  raw: Buffer
  blobKey: string | null
  isUsed: boolean
}

async function planFor(deps: Deps, message: ArrivingMessage, address: string): Promise<Plan | null> {
  const byFilter = message.forwardTo.get(address) ?? []
  if (byFilter.length === 0 && !(await deps.automatic.forwards(address))) return null
  const mailbox = await findMailboxByAddress(deps.db.query, address)
  if (!mailbox) return null
  const forwarding = await readForwarding(deps.db.query, mailbox.id)
  const targets = wantsForward(mailbox, message, [...forwarding.to, ...byFilter])
  if (targets.length === 0) return null
  const limits = await deps.automatic.limitsOf(mailbox)
  if (limits === null) return null
  const { host } = message.envelope
  const { address: from } = mailbox
  const passedOn = forwardedBytes(mailbox, message)
  const raw = await deps.seal({ message: passedOn, address: from, host, checks: message.checks() })
  const blobKey = await storeLarge(deps, raw)
  const byHolder = forwarding.to
  return { forwarding: { ...forwarding, to: targets }, byHolder, limits, raw, blobKey, isUsed: false }
}

async function isStillWanted(
  tx: Tx,
  mailbox: MailboxRow,
  { envelope }: ArrivingMessage,
  plan: Plan,
): Promise<boolean> {
  const accepted = envelope.recipients.find(({ address }) => address === mailbox.address)
  if (accepted?.mailboxId && accepted.ownerId !== mailbox.owner_id) return false
  const { to } = await readForwarding(tx, mailbox.id)
  return plan.byHolder.every(target => to.includes(target))
}

export const forward = (deps: Deps): ArrivalStep => ({
  name: 'forward',
  async prepare(message) {
    const plans = new Map<string, Plan>()
    const senders = new Set<string>()
    for (const { address } of message.envelope.recipients) {
      const plan = await planFor(deps, message, address)
      if (plan) plans.set(address, plan)
    }
    if (plans.size === 0) return null
    return {
      keeps: address => plans.get(address)?.forwarding.keep ?? true,

      async store(tx, mailbox, { mail, messageId }, now) {
        const plan = plans.get(mailbox.address)
        if (!plan || mail.folder === 'spam') return
        // The mailbox may have a new holder by now, and then the former holder's wishes no longer apply.
        if (!(await isStillWanted(tx, mailbox, message, plan))) return
        const { envelope, receivedAt } = message
        const { raw, blobKey, limits } = plan
        const sent = { raw, envelope, receivedAt, subject: mail.subject, messageId, blobKey }
        plan.isUsed = await queueForward(tx, mailbox, sent, plan.forwarding.to, limits, now)
        if (plan.isUsed) senders.add(senderKey(mailbox))
      },

      async done(isStored) {
        for (const plan of plans.values()) if (!isStored || !plan.isUsed) await dropLarge(deps, plan.blobKey)
        if (isStored && senders.size > 0) await deps.queued([...senders])
      },
    }
  },
})
