/**
 * Runs a payment gateway for tests that speaks the 易支付 protocol: a page to click, orders by API, questions
 * about orders, and notices that can be lost, delayed, repeated or forged. It follows the protocol's public
 * description and has its own signing, so that it cannot share a mistake with the program.
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type GatewayOrder = {
  readonly fields: Readonly<Record<string, string>>
  readonly tradeNo: string
  paid: boolean
}

export type EpayGateway = {
  readonly url: string
  readonly pid: string
  readonly key: string
  readonly orders: ReadonlyMap<string, GatewayOrder>
  /** The answers to the notices that were sent. */
  readonly answers: string[]
  /** While true, paying sends no notice. */
  loseNotices: boolean
  /** While true, every question gets an error. */
  down: boolean
  /** Marks the order as paid and sends no notice. */
  pay(orderNo: string): GatewayOrder
  /** Returns the signed parameters of the notice for an order; changes are made before signing. */
  notice(orderNo: string, change?: Record<string, string>): Record<string, string>
  /** Sends the notice and returns the answer. */
  tell(orderNo: string, change?: Record<string, string>): Promise<string>
  stop(): Promise<void>
}

function sign(fields: Record<string, string>, key: string): string {
  const names = Object.keys(fields).filter(
    name => !['sign', 'sign_type'].includes(name) && fields[name] !== '',
  )
  const text = names
    .sort()
    .map(name => `${name}=${fields[name]}`)
    .join('&')
  return createHash('md5')
    .update(text + key, 'utf8')
    .digest('hex')
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return new URLSearchParams(Buffer.concat(parts).toString('utf8'))
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, mark => `&#${mark.charCodeAt(0)};`)

const payPage = (order: GatewayOrder): string => `<!doctype html><html lang="zh-CN"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>测试收银台</title>
<h1>测试收银台</h1><p>${escaped(order.fields.name ?? '')}</p><p>¥${escaped(order.fields.money ?? '')}</p>
<form method="post" action="pay"><input type="hidden" name="out_trade_no" value="${escaped(order.fields.out_trade_no ?? '')}">
<button>确认付款</button></form></html>`

export async function startEpayGateway(options: { pid?: string; key?: string } = {}): Promise<EpayGateway> {
  const { pid = '1001', key = 'test-merchant-key-0123456789' } = options
  const orders = new Map<string, GatewayOrder>()
  const answers: string[] = []
  let made = 0

  function take(fields: Record<string, string>): GatewayOrder | string {
    if (fields.pid !== pid) return '商户不存在'
    if (fields.sign !== sign(fields, key)) return '签名校验失败'
    const orderNo = fields.out_trade_no ?? ''
    const known = orders.get(orderNo)
    if (known) return known
    made++
    const order = {
      fields,
      tradeNo: `2026${String(made).padStart(8, '0')}${orderNo.slice(2, 8)}`,
      paid: false,
    }
    orders.set(orderNo, order)
    return order
  }

  const find = (orderNo: string): GatewayOrder => {
    const order = orders.get(orderNo)
    if (!order) throw new Error(`the gateway does not know ${orderNo}`)
    return order
  }

  function notice(orderNo: string, change: Record<string, string> = {}): Record<string, string> {
    const order = find(orderNo)
    const fields: Record<string, string> = {
      pid,
      trade_no: order.tradeNo,
      out_trade_no: orderNo,
      type: order.fields.type ?? '',
      name: order.fields.name ?? '',
      money: order.fields.money ?? '',
      trade_status: 'TRADE_SUCCESS',
      ...change,
    }
    return { ...fields, sign: sign(fields, key), sign_type: 'MD5' }
  }

  async function tell(orderNo: string, change?: Record<string, string>): Promise<string> {
    const target = new URL(find(orderNo).fields.notify_url ?? '')
    target.search = new URLSearchParams(notice(orderNo, change)).toString()
    const answer = await (await fetch(target)).text()
    answers.push(answer)
    return answer
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://gateway')
    const given = request.method === 'POST' ? await bodyOf(request) : url.searchParams
    const fields = Object.fromEntries(given)
    const json = (value: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const page = (status: number, html: string) =>
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html)
    if (gateway.down) return void page(502, 'bad gateway')
    switch (url.pathname) {
      case '/submit.php': {
        const order = take(fields)
        return void (typeof order === 'string' ? page(400, order) : page(200, payPage(order)))
      }
      case '/mapi.php': {
        const order = take(fields)
        if (typeof order === 'string') return void json({ code: -1, msg: order })
        return void json({ code: 1, trade_no: order.tradeNo, qrcode: `weixin://pay/${order.tradeNo}` })
      }
      case '/api.php': {
        const { searchParams: asked } = url
        if (asked.get('pid') !== pid || asked.get('key') !== key)
          return void json({ code: -3, msg: '商户密钥错误' })
        if (asked.get('act') === 'query') return void json({ code: 1, pid, active: 1 })
        const order = orders.get(asked.get('out_trade_no') ?? '')
        if (!order) return void json({ code: -1, msg: '订单号不存在' })
        const { out_trade_no, money } = order.fields
        const status = order.paid ? 1 : 0
        return void json({
          code: 1,
          msg: '查询订单号成功',
          trade_no: order.tradeNo,
          out_trade_no,
          pid,
          money,
          status,
        })
      }
      case '/pay': {
        const orderNo = fields.out_trade_no ?? ''
        const order = find(orderNo)
        order.paid = true
        if (!gateway.loseNotices) await tell(orderNo)
        const back = `${order.fields.return_url}?${new URLSearchParams(notice(orderNo))}`
        return void response.writeHead(303, { location: back }).end()
      }
      default:
        page(404, 'nothing here')
    }
  }

  const server: Server = createServer((request, response) => {
    answer(request, response).catch(cause => response.writeHead(500).end(String(cause)))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const gateway: EpayGateway = {
    url: `http://127.0.0.1:${port}/`,
    pid,
    key,
    orders,
    answers,
    loseNotices: false,
    down: false,
    pay(orderNo) {
      const order = find(orderNo)
      order.paid = true
      return order
    },
    notice,
    tell,
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return gateway
}
