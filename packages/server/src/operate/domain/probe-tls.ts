/** What a sender meets at our own port: STARTTLS (RFC 3207), and the certificate behind it. */
import { connect as connectTcp, type Socket } from 'node:net'
import { checkServerIdentity, connect as connectTls } from 'node:tls'

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

function certificateOf(socket: Socket, host: string): Promise<TlsProbe> {
  return new Promise((resolve, reject) => {
    const secure = connectTls({ socket, servername: host, rejectUnauthorized: false }, () => {
      const certificate = secure.getPeerCertificate()
      const wrongName = checkServerIdentity(host, certificate)
      const until = certificate.valid_to
      secure.destroy()
      if (secure.authorized && !wrongName) resolve({ verdict: 'trusted', detail: `有效期到 ${until}` })
      else {
        const reason = wrongName ? '名字不符' : String(secure.authorizationError)
        resolve({ verdict: 'untrusted', detail: reason })
      }
    })
    secure.once('error', reject)
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
