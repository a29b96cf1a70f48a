// npm run dev: the server from its sources, restarted on change, and the web pages with hot reload on 5173.
import { spawn } from 'node:child_process'
import { environment, install, node, root } from './install.mjs'

install()
const children = [
  spawn(node(), ['--watch', '--watch-preserve-output', 'packages/server/src/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: environment(),
  }),
  spawn('vite', ['packages/web'], { cwd: root, stdio: 'inherit', env: environment() }),
]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
for (const child of children) {
  child.on('exit', code => {
    stop()
    process.exitCode ||= code ?? 0
  })
}
