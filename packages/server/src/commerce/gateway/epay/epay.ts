/** 易支付: sending the buyer to the gateway's page, having it make a code to scan, and asking it about an order. */
import { AppError } from '../../../kernel/app-error.ts'
import type { SiteSettings } from '../../../ledger/setting/site-settings.ts'
import type { GuardedFetch } from '../../../outside/guarded-fetch.ts'
import { OutsideError } from '../../../outside/outside-error.ts'
import { timeOuts } from '../../../outside/time-outs.ts'
import { centsOf, decimal } from '../../format/money.ts'
import { commerceWords } from '../../words/words.ts'
import type { Bill, Gateway, GatewayAnswer, WayToPay } from '../gateway.ts'
import { type EpaySettings, epayChannels, epaySettings } from './settings.ts'
import { signed } from './sign.ts'

export type EpayDeps = { site: SiteSettings; fetch: GuardedFetch; publicUrl: () => string }

const maxAnswerBytes = 64 * 1024
const unsure = commerceWords.gatewayUnsure

type Answer = Readonly<Record<string, unknown>>

async function askGateway(deps: EpayDeps, url: string, body?: URLSearchParams): Promise<Answer> {
  const { status, body: bytes } = await deps.fetch({
    url,
    method: body ? 'POST' : 'GET',
    headers: body ? { 'content-type': 'application/x-www-form-urlencoded' } : {},
    ...(body ? { body: body.toString() } : {}),
    maxBytes: maxAnswerBytes,
    timeoutMs: timeOuts.epay,
    maxRedirects: 0,
  })
  if (status !== 200) throw new Error(`the gateway answered ${status}`)
  const answer: unknown = JSON.parse(bytes.toString('utf8'))
  if (typeof answer !== 'object' || answer === null) throw new Error('the gateway answered no object')
  return answer as Answer
}

const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/** Only what a browser may be sent to. */
const webAddress = (value: unknown): string => (/^https?:\/\//i.test(text(value)) ? text(value) : '')

const fieldsFor = (order: Bill, settings: EpaySettings, publicUrl: string) => ({
  pid: settings.pid,
  type: order.channel,
  out_trade_no: order.order_no,
  notify_url: `${publicUrl}/api/pay/epay/notify`,
  return_url: `${publicUrl}/api/pay/epay/return`,
  name: commerceWords.goodsForGateway(order.plan_name).slice(0, 60),
  money: decimal(order.price),
})

const notSet = () => new AppError('conflict', { msg: commerceWords.wayClosed })

export function createEpay(deps: EpayDeps): Gateway {
  const read = async () => epaySettings(await deps.site.read())

  async function startByApi(
    settings: EpaySettings,
    fields: Record<string, string>,
    from: { client: string; mobile: boolean },
  ): Promise<WayToPay> {
    const asked = { ...fields, clientip: from.client, device: from.mobile ? 'mobile' : 'pc' }
    try {
      const answer = await askGateway(
        deps,
        `${settings.base}mapi.php`,
        new URLSearchParams(signed(asked, settings.key, settings.style)),
      )
      const payUrl = webAddress(answer.payurl) || webAddress(answer.urlscheme)
      const payQr = text(answer.qrcode).slice(0, 2000)
      if (text(answer.code) !== '1' || (payUrl === '' && payQr === ''))
        throw new AppError('remoteRefused', { msg: commerceWords.gatewayRefused })
      return { payUrl, payQr, ref: text(answer.trade_no).slice(0, 100) }
    } catch (cause) {
      if (cause instanceof AppError) throw cause
      throw new AppError('remoteRefused', { msg: commerceWords.gatewaySilent, cause })
    }
  }

  return {
    way: 'epay',
    pageMs: 0,
    options: epayChannels,

    async start(order, from) {
      const settings = await read()
      if (!settings) throw notSet()
      const fields = fieldsFor(order, settings, deps.publicUrl())
      if (settings.mode === 'api') return startByApi(settings, fields, from)
      const query = new URLSearchParams(signed(fields, settings.key, settings.style))
      return { payUrl: `${settings.base}submit.php?${query}`, payQr: '', ref: '' }
    },

    async ask(order): Promise<GatewayAnswer> {
      const settings = await read()
      if (!settings) return { state: 'unknown', why: unsure.notSet }
      const query = new URLSearchParams({
        act: 'order',
        pid: settings.pid,
        key: settings.key,
        out_trade_no: order.order_no,
      })
      try {
        const answer = await askGateway(deps, `${settings.base}api.php?${query}`)
        if (text(answer.code) !== '1') return { state: 'unpaid' }
        const amount = centsOf(text(answer.money))
        const tradeNo = text(answer.trade_no)
        // An answer about another order would pay for this one.
        if (text(answer.out_trade_no) !== order.order_no) return { state: 'unknown', why: unsure.otherOrder }
        if (text(answer.status) !== '1') return { state: 'unpaid' }
        if (amount === null || tradeNo === '' || tradeNo.length > 100)
          return { state: 'unknown', why: unsure.incomplete }
        return { state: 'paid', tradeNo, amount }
      } catch (cause) {
        return { state: 'unknown', why: cause instanceof OutsideError ? cause.message : unsure.unreadable }
      }
    },

    async test() {
      const settings = await read()
      if (!settings) return { ok: false, text: commerceWords.epayNotSet }
      try {
        const query = new URLSearchParams({ act: 'query', pid: settings.pid, key: settings.key })
        const answer = await askGateway(deps, `${settings.base}api.php?${query}`)
        const ok = text(answer.code) === '1'
        return {
          ok,
          text: ok ? commerceWords.gatewayWorks : commerceWords.epayAnswered(text(answer.msg).slice(0, 100)),
        }
      } catch (cause) {
        return {
          ok: false,
          text: cause instanceof OutsideError ? cause.message : commerceWords.epayUnreadable,
        }
      }
    },
  }
}
