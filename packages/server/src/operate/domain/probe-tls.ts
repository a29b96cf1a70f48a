/** What a sender meets at our own port: STARTTLS (RFC 3207), and the certificate behind it. */
import { connect as connectTcp, type Socket } from 'node:net'
import { checkServerIdentity, connect as connectTls, type TLSSocket } from 'node:tls'

export type TlsProbe = { verdict: 'trusted' | 'untrusted' | 'none' | 'unreachable'; detail: string }

/** The next whole SMTP reply: the line whose code is followed by a space ends it. */
function nextReply(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let held = ''
    const stop = () => reject(new Error('hung up'))
    socket.once('close', stop)
    const take = (bytes: Buffer) => {
      held += bytes.toString('latin1')
      if (!/^\d{3} .*\r\n$/m.test(held) && held.length < 16_384) return
      socket.off('data', take)
      socket.off('close', stop)
      resolve(held)
    }
    socket.on('data', take)
  })
}

function judge(secure: TLSSocket, host: string): TlsProbe {
  const certificate = secure.getPeerCertificate()
  const wrongName = checkServerIdentity(host, certificate)
  if (secure.authorized && !wrongName)
    return { verdict: 'trusted', detail: `有效期到 ${certificate.valid_to}` }
  return { verdict: 'untrusted', detail: wrongName ? '名字不符' : String(secure.authorizationError) }
}

/** Takes its leave: whoever is cut off in a handshake holds a place until the other side has waited long enough. */
function certificateOf(socket: Socket, host: string): Promise<TlsProbe> {
  return new Promise((resolve, reject) => {
    let found: TlsProbe | null = null
    const secure = connectTls({ socket, servername: host, rejectUnauthorized: false }, () => {
      found = judge(secure, host)
      secure.end('QUIT\r\n')
    })
    secure.resume()
    secure.on('error', () => undefined)
    secure.once('close', () => (found ? resolve(found) : reject(new Error('hung up'))))
  })
}

export async function probeTls(target: { port: number; host: string; timeoutMs: number }): Promise<TlsProbe> {
  const socket = connectTcp({ host: '127.0.0.1', port: target.port })
  socket.on('error', () => undefined)
  const late = setTimeout(() => socket.destroy(), target.timeoutMs)
  try {
    await nextReply(socket)
    socket.write('EHLO localhost\r\n')
    const offers = await nextReply(socket)
    if (!/^250[- ]STARTTLS\r$/im.test(offers)) return { verdict: 'none', detail: '' }
    socket.write('STARTTLS\r\n')
    if (!(await nextReply(socket)).startsWith('220')) return { verdict: 'none', detail: '' }
    return await certificateOf(socket, target.host)
  } catch {
    return { verdict: 'unreachable', detail: '' }
  } finally {
    clearTimeout(late)
    socket.destroy()
  }
}
