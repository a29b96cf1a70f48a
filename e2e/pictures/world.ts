/** Starts the built product as the site of an invented operator, with a past, mails and a shop. */
import { setTimeout as wait } from 'node:timers/promises'
import { hasDnsServer, startDnsServer } from '../../packages/server/src/testing/dns-server.ts'
import {
  createLeapingClock,
  hasLeapingClock,
  type LeapingClock,
} from '../../packages/server/src/testing/leaping-clock.ts'
import { sendMail } from '../send-mail.ts'
import { type Site, startSite } from '../site.ts'
import { enterHistory } from './history.ts'
import { type Letter, letters, senderDomains, visitorLetters } from './letters.ts'

const domainName = 'yanshu.example'
const minute = 60_000

/** The strangers' domains say that their mail comes from this machine. */
const zones = Object.fromEntries(
  senderDomains.map(name => [name, ['@ TXT "v=spf1 ip4:127.0.0.1 -all"', '_dmarc TXT "v=DMARC1; p=reject"']]),
)

const buyerName = (letter?: Letter): string => `buyer-${letter?.ago}`

/** Opens the store; returns a function that sells the address for a year. */
async function openShop(site: Site, token: string): Promise<(localPart: string) => Promise<void>> {
  const admin = site.as(token)
  const { list } = await admin.getDomains({ query: {} })
  const [domain] = list
  if (!domain) throw new Error('a fresh site has a domain')
  await admin.editDomain({ body: { id: domain.id, store: true, open: true } })
  const plans = [
    {
      name: '一个月',
      hint: '随用随买',
      days: 30,
      price: 300,
      renewPrice: 250,
      maySend: false,
      quotaMb: 1024,
    },
    {
      name: '一年',
      hint: '能收能发',
      days: 365,
      price: 2400,
      renewPrice: 2000,
      maySend: true,
      quotaMb: 5120,
    },
    {
      name: '长期',
      hint: '一次付清',
      days: null,
      price: 8800,
      renewPrice: 6600,
      maySend: true,
      quotaMb: 10_240,
    },
  ]
  const planIds: string[] = []
  for (const plan of plans) {
    const made = await admin.addPlan({
      body: { ...plan, domainId: domain.id, recommended: plan.days === 365 },
    })
    planIds.push(made.plan.id)
  }
  await admin.setSpecialNames({
    body: { domainId: domain.id, names: ['zhang', 'li', 'wang'], kind: 'premium', price: 18_800 },
  })
  await admin.updateSetting({
    body: {
      values: {
        payByHandContact: '微信 yanshu-shop',
        payByHandText: '备注写订单号，十分钟内开通。',
        payByHand: true,
      },
    },
  })
  return async localPart => {
    const { codes } = await admin.createCard({ body: { kind: 'pay', count: 1, days: null, amount: 2400 } })
    const [cardCode = ''] = codes
    const pay = { way: 'card' as const, cardCode }
    const buyer = { phone: '13800000000', queryPassword: 'a query password' }
    await site
      .as(null)
      .buyEmail({ body: { domainId: domain.id, planId: planIds[1] ?? '', localPart, ...buyer, pay } })
  }
}

export type World = {
  readonly url: string
  /** The token of the operator, and that of a visitor with an address. */
  readonly operator: string
  readonly visitor: string
}

async function fill(site: Site, clock: LeapingClock, moment: number): Promise<Omit<World, 'url'>> {
  const operator = await site.adminToken()

  async function deliver(letter: Letter, token: string): Promise<void> {
    const at = moment - letter.ago * minute
    clock.goTo(at)
    const count = async () => (await site.as(token).getInbox({ query: { pageSize: 100 } })).list.length
    const before = await count()
    await sendMail(site.smtpPort, {
      to: `${letter.to}@${domainName}`,
      from: letter.from.replace(
        /^[^<]+/,
        name => `=?utf-8?B?${Buffer.from(name.trim()).toString('base64')}?= `,
      ),
      headers: {
        Date: new Date(at).toUTCString(),
        Subject: `=?utf-8?B?${Buffer.from(letter.subject).toString('base64')}?=`,
        ...(letter.isHtml && { 'Content-Type': 'text/html; charset=utf-8' }),
      },
      body: letter.body,
    })
    while ((await count()) === before) await wait(50)
  }

  await site
    .as(operator)
    .createEmailAccount({ body: { domain: domainName, names: ['linxia', 'order', 'dev'] } })
  const sell = await openShop(site, operator)
  for (const letter of letters.filter(({ ago }) => ago > 10)) {
    await deliver(letter, operator)
    await sell(buyerName(letter))
  }
  clock.goTo(moment - 10 * minute)
  const { token: visitor } = await site
    .as(null)
    .regEmail({ body: { domain: domainName, localPart: 'bailu' } })
  for (const letter of visitorLetters.filter(({ ago }) => ago > 2)) await deliver(letter, visitor)
  for (const letter of letters.filter(({ ago }) => ago <= 10)) await deliver(letter, operator)
  for (const letter of visitorLetters.filter(({ ago }) => ago <= 2)) await deliver(letter, visitor)
  // What lies far back has been read.
  const { list } = await site.as(operator).getInbox({ query: { pageSize: 100 } })
  const old = list.filter(mail => Date.parse(mail.receivedAt) < moment - 60 * minute).map(({ id }) => id)
  await site.as(operator).setReadEmail({ body: { ids: old, read: true } })
  clock.goTo(moment)

  return { operator, visitor }
}

/** Lets mails arrive one after the other at somebody else's, so that the overview has times of this machine. */
async function measureTimes(site: Site, operator: string): Promise<void> {
  const received = async () => (await site.as(operator).getDashboard({ query: {} })).figures.received ?? 0
  const before = await received()
  for (let count = 0; count < 60; count++)
    await sendMail(site.smtpPort, { to: `${buyerName(letters[0])}@${domainName}`, body: '晚上见。' })
  while ((await received()) < before + 60) await wait(200)
}

/** Runs the work on the site and ends everything after it, however it went. */
export async function inWorld(moment: number, work: (world: World) => Promise<void>): Promise<void> {
  if (!hasLeapingClock || !hasDnsServer) throw new Error('needed: apt-get install faketime bind9')
  const clock = createLeapingClock()
  const dns = await startDnsServer({ zones })
  try {
    clock.goTo(moment - 4 * 24 * 60 * minute)
    const settings = {
      YANSHU_LOCAL_DOMAIN: domainName,
      YANSHU_MAIL_HOST: `mail.${domainName}`,
      YANSHU_PUBLIC_URL: `https://mail.${domainName}`,
      YANSHU_DNS_SERVERS: dns.address,
      ...clock.environment,
    }
    const first = await startSite(settings)
    await first.halt()
    enterHistory(first.dataDir, moment)
    const filled = await startSite(settings, first.dataDir)
    const tokens = await fill(filled, clock, moment).finally(filled.halt)
    // The times that mails took while the clock leapt are no true ones; a new start has forgotten them.
    const site = await startSite(settings, first.dataDir)
    try {
      await measureTimes(site, tokens.operator)
      await work({ url: site.url, ...tokens })
    } finally {
      await site.stop()
    }
  } finally {
    await dns.stop()
    clock.remove()
  }
}
