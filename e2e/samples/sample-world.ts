/**
 * Prepares everything that a reader of the samples owns: mailboxes, mails, orders, codes, accounts. Every
 * sample that ends or uses up a thing gets one of its own, so that no sample depends on another.
 */
import type { CallName } from '@yanshu/contract'
import type { Known } from '@yanshu/contract/placeholders'
import { eventually } from '../../packages/server/src/testing/eventually.ts'
import { invitationText } from '../invitation-text.ts'
import { sendMail } from '../send-mail.ts'
import { authenticatorCode } from '../totp.ts'
import { richMail, smallPng } from './sample-content.ts'
import { localDomain, type SampleSite, strangers, tsig, updatedDomain } from './sample-site.ts'

export type World = {
  readonly key: string
  readonly address: string
  /** The values for all samples, and the values for one sample alone. */
  readonly known: Known
  readonly own: Readonly<Partial<Record<CallName, Known>>>
  /** The tokens of samples that end or change their log-in; the others share one. */
  readonly tokens: Readonly<Partial<Record<CallName, string>>>
  readonly sharedToken: string
  /** The current one-time code. */
  totp(): string
}

type Part = {
  known?: Known
  own?: Partial<Record<CallName, Known>>
  tokens?: Partial<Record<CallName, string>>
}

const password = 'a long sample password'
/** The limit for things that come as soon as a busy machine can deliver them. */
const patience = 30_000
/** Returns the first item, which must exist. */
const only = <T>(list: readonly T[]): T => {
  const [first] = list
  if (first === undefined) throw new Error('what the samples need is not there')
  return first
}

async function upload({ site, admin }: SampleSite, name: string, bytes: Buffer): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  const answer = await fetch(`${site.url}/api/user/uploadFile`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin}` },
    body: form,
  })
  return ((await answer.json()) as { id: string }).id
}

async function account(at: SampleSite, username: string, role: 'user' | 'admin' = 'user') {
  const { site, admin } = at
  const made = await site.as(admin).createSysAccount({ body: { username, password, role } })
  return {
    id: made.account.id,
    login: async () => (await site.as(null).login({ body: { username, password } })).token,
  }
}

async function mailbox(at: SampleSite, name: string, ownerId?: string): Promise<string> {
  const body = { domain: localDomain, names: [name], password, maySend: true, ...(ownerId && { ownerId }) }
  return only((await at.site.as(at.admin).createEmailAccount({ body })).list).id
}

async function logins(
  at: SampleSite,
): Promise<Part & { sharedToken: string; carried: string; totp(): string }> {
  const second = await account(at, 'second', 'admin')
  const sharedToken = await second.login()
  await second.login()
  const { list } = await at.site.as(sharedToken).getSessions({})
  const other = list.find(({ current }) => !current)
  // The log-ins run one after the other, because many at once would need a proof of work.
  const tokenOf = async (name: string): Promise<string> => (await account(at, name)).login()
  const confirms = await tokenOf('confirms')
  const stops = await tokenOf('stops')
  const pushes = await second.login()
  const confirming = await at.site.as(confirms).startTotp({ body: { password } })
  const stopping = at.site.as(stops)
  const { secret } = await stopping.startTotp({ body: { password } })
  const { recoveryCodes } = await stopping.confirmTotp({
    body: { totp: authenticatorCode(secret, Date.now()) },
  })
  await at.site.as(pushes).setPush({
    body: {
      endpoint: 'https://push.example.com/two',
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      onlyCode: false,
    },
  })
  const managed = await account(at, 'managed')
  const carried = await mailbox(at, 'carried', second.id)
  const device = await at.site.as(sharedToken).createAppPassword({ body: { id: carried, name: 'phone' } })
  return {
    carried,
    sharedToken,
    totp: () => authenticatorCode(confirming.secret, Date.now()),
    known: { password },
    own: {
      login: { username: 'begins' },
      endSession: { sessionId: other?.id ?? '' },
      stopTotp: { totp: only(recoveryCodes) },
      deleteOwnAccount: { username: 'deletes' },
      editSysAccount: { accountId: managed.id },
      delSysAccount: { accountId: (await account(at, 'ended')).id },
      loginAs: { accountId: managed.id },
      makeTicket: { mailboxId: carried },
      createAppPassword: { mailboxId: carried },
      delAppPassword: { appPasswordId: device.id },
      requireAppPasswords: { mailboxId: carried },
    },
    tokens: {
      logout: await second.login(),
      changePassword: await tokenOf('changes'),
      deleteOwnAccount: await tokenOf('deletes'),
      startTotp: await tokenOf('begins'),
      confirmTotp: confirms,
      stopTotp: stops,
      testPush: pushes,
    },
  }
}

async function mails(at: SampleSite, mailboxId: string, address: string): Promise<Part> {
  const { site, admin } = at
  const me = site.as(admin)
  const hook = {
    name: '我的程序',
    kind: 'generic',
    url: 'https://hooks.example/',
    onlyCode: false,
    mailbox: mailboxId,
    enabled: true,
  } as const
  const { webhook } = await me.addWebhook({ body: hook })
  const doomed = await me.addWebhook({ body: { ...hook, enabled: false } })
  const headers = { 'Content-Type': 'multipart/mixed; boundary=part', Subject: '账单' }
  await sendMail(site.smtpPort, { to: address, headers, body: richMail })
  const inbox = async () => (await me.getInbox({ query: { mailbox: mailboxId } })).list
  await eventually('a mail', async () => (await inbox()).length === 1, patience)
  const rich = only(await inbox()).id
  for (const body of ['first', 'second']) await sendMail(site.smtpPort, { to: address, body })
  await eventually('three mails', async () => (await inbox()).length === 3, patience)
  const [first, second] = (await inbox()).filter(({ id }) => id !== rich)
  const type = { 'Content-Type': 'text/calendar; method=REQUEST; charset=utf-8' }
  const asked = { headers: type, body: invitationText(strangers.taken, address) }
  await sendMail(site.smtpPort, { to: address, ...asked })
  await eventually('an invitation', async () => (await inbox()).length === 4, patience)
  const invited = only(await inbox())
  // Only a finished notice of an existing hook can be sent again.
  await me.editWebhook({ body: { id: webhook.id, enabled: false } })
  const log = await me.getWebhookLog({ query: { id: webhook.id } })
  await me.editWebhook({ body: { id: webhook.id, enabled: true } })
  const rule = {
    name: '账单加星',
    enabled: true,
    match: 'all' as const,
    conditions: [{ field: 'subject' as const, operator: 'contains' as const, value: '账单' }],
    actions: [{ action: 'star' as const }],
    scope: { kind: 'mailbox' as const, id: mailboxId },
  }
  const { filter } = await me.addFilter({ body: rule })
  const spare = await me.addFilter({ body: rule })
  const folder = async (name: string) =>
    (await me.createFolder({ body: { mailbox: mailboxId, name } })).folder.id
  return {
    known: { mailId: rich, attachmentId: '2', attachedMailId: '3', imageUrl: 'https://example.com/logo.png' },
    own: {
      answerInvitation: { mailId: invited.id, attachmentId: '1' },
      deleteEmail: { mailId: first?.id ?? '' },
      delEmail: { mailId: second?.id ?? '' },
      editWebhook: { webhookId: webhook.id },
      testWebhook: { webhookId: webhook.id },
      getWebhookLog: { webhookId: webhook.id },
      delWebhook: { webhookId: doomed.webhook.id },
      // This is the oldest notice, about a mail that is not deleted.
      replayWebhook: { deliveryId: log.list.at(-1)?.id ?? '' },
      editFilter: { filterId: filter.id },
      delFilter: { filterId: spare.filter.id },
      editFolder: { folderId: await folder('行程') },
      delFolder: { folderId: await folder('旧信') },
    },
  }
}

async function sentMails(at: SampleSite, from: string): Promise<Part> {
  const { site, admin } = at
  const me = site.as(admin)
  const send = async (to: string, more: { attachments?: string[]; sendAt?: string } = {}) =>
    (await me.sendEmail({ body: { from, to: [to], subject: '你好', text: '你好', ...more } })).id
  const attached = await upload(at, 'hello.txt', Buffer.from('hello'))
  const sentId = await send(strangers.taken, { attachments: [attached] })
  const over = await send(strangers.taken)
  await send(strangers.dead)
  await send(strangers.later)
  const sendAt = new Date(Date.now() + 3_600_000).toISOString()
  const [cancelled, hastened] = [
    await send(strangers.taken, { sendAt }),
    await send(strangers.taken, { sendAt }),
  ]
  const overState = async () => (await me.getSent({ params: { id: over } })).mail.state
  await eventually('a mail delivered', async () => (await overState()) === 'delivered', patience)
  const suppressed = async () => (await me.getSuppressions({ query: {} })).list
  await eventually('a dead address', async () => (await suppressed()).length === 1, patience)
  const waiting = async () => (await me.getQueue({ query: { state: 'deferred' } })).list
  await eventually('a mail deferred', async () => (await waiting()).length === 1, patience)
  const loud = await account(at, 'loud')
  await mailbox(at, 'loud', loud.id)
  const rules = { stopVolumeTimes: 1, stopVolumeLeast: 1 }
  await me.updateSetting({ body: { values: rules } })
  const body = { from: `loud@${localDomain}`, to: [strangers.taken], subject: '你好', text: '你好' }
  await site.as(await loud.login()).sendEmail({ body })
  await eventually('a sender stopped', async () => (await me.getSendStops({})).list.length === 1, patience)
  await me.updateSetting({ body: { values: { stopVolumeTimes: null, stopVolumeLeast: null } } })
  const draft = async () => (await me.saveDraft({ body: { subject: '你好' } })).draft.id
  const picture = await upload(at, 'picture.png', smallPng)
  const { url } = await me.setPicture({ body: { use: 'logo', fileId: picture } })
  return {
    known: { sentId, draftId: await draft(), fileId: await upload(at, 'hello.txt', Buffer.from('hello')) },
    own: {
      delSentEmail: { sentId: over },
      cancelSent: { sentId: cancelled },
      retrySent: { sentId: hastened },
      delDraft: { draftId: await draft() },
      delFile: { fileId: await upload(at, 'hello.txt', Buffer.from('hello')) },
      setPicture: { fileId: await upload(at, 'picture.png', smallPng) },
      getPicture: { pictureId: url.split('/').at(-1) ?? '' },
      changeQueue: { queueId: only(await waiting()).id },
      delSuppression: { suppressionId: only(await suppressed()).id },
      liftSendStop: { senderId: loud.id },
    },
  }
}

async function shop(at: SampleSite, domainId: string): Promise<Part> {
  const { site, admin, gateway } = at
  const me = site.as(admin)
  const plan = async () => {
    const terms = { days: 365, price: 2400, renewPrice: 2000, quotaMb: 5120, maySend: true }
    return (await me.addPlan({ body: { domainId, name: '一年', ...terms } })).plan.id
  }
  await me.editDomain({ body: { id: domainId, store: true } })
  const [planId, edited, ended] = [await plan(), await plan(), await plan()]
  const buy = async (localPart: string, way: 'manual' | 'epay' = 'manual') => {
    const buyer = { phone: '13805716021', queryPassword: 'open sesame' }
    const pay = way === 'epay' ? { way, channel: 'alipay' } : { way }
    const bought = await site.as(null).buyEmail({ body: { domainId, planId, localPart, ...buyer, pay } })
    const { list } = await me.getOrders({ query: { q: bought.orderNo } })
    return { ...bought, id: only(list).id }
  }
  const [seen, paid, closed, refunded] = [
    await buy('seen'),
    await buy('paid'),
    await buy('closed'),
    await buy('refunded'),
  ]
  await me.markPaid({ body: { id: refunded.id } })
  const odd = await buy('odd', 'epay')
  await fetch(odd.payUrl ?? '')
  await gateway.tell(odd.orderNo, { money: '0.01' })
  const { list: cases } = await me.getPayCases({ query: {} })
  const { codes } = await me.createCard({ body: { kind: 'pay', count: 2, days: null, amount: 10_000 } })
  const { batchId } = await me.createCard({ body: { kind: 'open', count: 3, days: 30 } })
  const cards = (await me.getCard({ query: { batch: batchId } })).list.map(({ id }) => id)
  await me.setSpecialNames({ body: { domainId, names: ['feihong', 'luoyan'], kind: 'reserved' } })
  return {
    known: {
      domainId,
      soldDomainId: domainId,
      planId,
      orderId: seen.id,
      claimToken: seen.claimToken,
      cardCode: codes[0] ?? '',
      batchId,
    },
    own: {
      editPlan: { planId: edited },
      delPlan: { planId: ended },
      buyEmail: { cardCode: codes[1] ?? '' },
      markPaid: { orderId: paid.id },
      closeOrder: { orderId: closed.id },
      refundOrder: { orderId: refunded.id },
      settlePayCase: { caseId: only(cases).id },
      revealCard: { cardId: cards[0] ?? '' },
      editCard: { cardId: cards[1] ?? '' },
      delCard: { cardId: cards[2] ?? '' },
    },
  }
}

async function rest(at: SampleSite, mailboxId: string, address: string): Promise<Part> {
  const { site, admin, dns } = at
  const me = site.as(admin)
  const gone = await mailbox(at, 'gone')
  await me.delEmailAccount({ body: { ids: [gone], keep: true } })
  const former = await mailbox(at, 'former')
  await me.delEmailAccount({ body: { ids: [former], keep: false } })
  const { profileUrl } = await me.getClientSetting({ query: { id: mailboxId } })
  const named = (await me.addDomain({ body: { name: updatedDomain } })).domain.id
  await me.setRelay({ body: { host: 'relay.example.com', port: 25, security: 'none', username: '' } })
  await me.addBlock({ body: { kind: 'sender', patterns: ['other.example'] } })
  await site.as(null).complain({ body: { address, reason: 'spam', words: '它一直给我发垃圾邮件。' } })
  return {
    known: { relayPassword: password },
    own: {
      delEmailAccount: { mailboxId: await mailbox(at, 'doomed') },
      restoreEmailAccount: { mailboxId: gone },
      releaseName: { restingAddress: `former@${localDomain}` },
      getMailProfile: { ticket: new URL(profileUrl ?? '', site.url).searchParams.get('ticket') ?? '' },
      checkDNS: { domainId: named },
      setDNS: { domainId: named, nameServer: dns.address, tsigName: tsig.name, tsigSecret: tsig.secret },
      delBlock: { blockId: only((await me.getBlocks({ query: {} })).list).id },
      editComplaint: { complaintId: only((await me.getComplaints({ query: {} })).list).id },
    },
  }
}

/** A log-in looks at one mailbox at a time, so each of these has one of its own. */
async function looks(at: SampleSite): Promise<Part> {
  const { site } = at
  const watcher = await account(at, 'watcher', 'admin')
  const holder = await account(at, 'watched')
  const watched = await mailbox(at, 'watched', holder.id)
  await sendMail(site.smtpPort, { to: `watched@${localDomain}`, body: 'Your verification code is 864209' })
  const me = site.as(await holder.login())
  const inbox = async () => (await me.getInbox({ query: {} })).list
  await eventually('a mail', async () => (await inbox()).length === 1, patience)
  const body = { mailbox: watched, reason: 'help', words: '你好' } as const
  const look = async () => (await site.as(await watcher.login()).beginLook({ body })).token
  return {
    known: { othersMailboxId: watched },
    own: { uncoverEmail: { mailId: only(await inbox()).id } },
    tokens: { getLook: await look(), uncoverEmail: await look(), endLook: await look() },
  }
}

async function jobs({ site, admin }: SampleSite): Promise<Part> {
  const me = site.as(admin)
  const exported = (await me.startExport({ body: {} })).jobId
  await eventually(
    'the export is there',
    async () => (await me.getJob({ query: { id: exported } })).job.state === 'done',
    patience,
  )
  // One after the other: the second waits while the first is done, and is stopped before it begins.
  await me.createEmailAccount({ body: { domain: localDomain, random: 1000, job: true } })
  const stopped = (await me.startExport({ body: {} })).jobId
  await me.cancelJob({ body: { id: stopped } })
  return { known: { jobId: exported }, own: { resumeJob: { jobId: stopped } } }
}

export async function prepareWorld(at: SampleSite): Promise<World> {
  const me = at.site.as(at.admin)
  const { key } = await me.refreshKey()
  const address = `main@${localDomain}`
  const mailboxId = await mailbox(at, 'main')
  const domainId = only((await me.getDomains({ query: {} })).list).id
  const people = await logins(at)
  const parts: Part[] = [
    { known: { domain: localDomain, newDomain: 'laishu.test', address, mailboxId } },
    people,
    await mails(at, mailboxId, address),
    await sentMails(at, address),
    await shop(at, domainId),
    await rest(at, mailboxId, address),
    await jobs(at),
    await looks(at),
  ]
  // The last thing, because it is good for some minutes only.
  const { ticket } = await at.site.as(people.sharedToken).makeTicket({ body: { id: people.carried } })
  return {
    key,
    address,
    known: { ...(Object.assign({}, ...parts.map(part => part.known)) as Known), loginTicket: ticket },
    own: Object.assign({}, ...parts.map(part => part.own)) as World['own'],
    tokens: Object.assign({}, ...parts.map(part => part.tokens)) as World['tokens'],
    sharedToken: people.sharedToken,
    totp: people.totp,
  }
}
