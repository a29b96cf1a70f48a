/** A minimal mail program of a stranger: it sends one message over SMTP and does not repair its lines. */
import { connect } from 'node:net'

export type Outgoing = { to: string; from?: string; headers?: Record<string, string>; body: string }

export function mailText({ to, from = 'sender@example.com', headers = {}, body }: Outgoing): string {
  const all = {
    From: from,
    To: to,
    Date: new Date().toUTCString(),
    'Message-ID': `<${Date.now()}.${Math.random().toString(36).slice(2)}@example.com>`,
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
  }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return `${head.join('\r\n')}\r\n\r\n${body.replace(/\r?\n/g, '\r\n')}\r\n`
}

/** Resolves with the answer to the message; rejects when it is refused. */
export function sendMail(port: number, mail: Outgoing): Promise<string> {
  const from = /<([^>]+)>/.exec(mail.from ?? '')?.[1] ?? mail.from ?? 'sender@example.com'
  return sendText(port, { from, to: mail.to, text: mailText(mail) })
}

/** Sends a message as it is, which ends with a line end. */
export function sendText(port: number, mail: { from: string; to: string; text: string }): Promise<string> {
  const data = mail.text.replace(/^\./gm, '..')
  const steps = [
    'EHLO stranger.example.com\r\n',
    `MAIL FROM:<${mail.from}> BODY=8BITMIME\r\n`,
    `RCPT TO:<${mail.to}>\r\n`,
    'DATA\r\n',
    `${data}.\r\n`,
  ]
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let held = ''
    socket.on('data', piece => {
      held += piece.toString()
      if (!held.endsWith('\r\n')) return
      const last = held.trimEnd().split('\r\n').at(-1) ?? ''
      if (!/^\d{3} /.test(last)) return
      held = ''
      if (/^[45]/.test(last)) {
        socket.destroy()
        reject(new Error(last))
        return
      }
      const step = steps.shift()
      if (step !== undefined) socket.write(step)
      else {
        socket.end('QUIT\r\n')
        resolve(last)
      }
    })
    socket.on('error', reject)
  })
}
