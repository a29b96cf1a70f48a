import { createServer } from 'node:net'

/** A port that nobody listens on, for programs that cannot choose one themselves. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  await new Promise(resolve => server.close(resolve))
  return typeof bound === 'object' && bound !== null ? bound.port : 0
}
