/** The image of the Dockerfile, made without Docker: it holds all that the program needs, nothing else, and runs. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../packages/server/src/testing/eventually.ts'
import { freePort } from '../../packages/server/src/testing/free-port.ts'
import { openOctets } from '../../packages/server/src/testing/octet-client.ts'
import { isBuilt } from '../site.ts'
import { buildImage, type Image, imageUser } from './build-image.ts'
import { all, execForm, readDockerfile, type Stage } from './read-dockerfile.ts'

const root = join(import.meta.dirname, '../..')
const stages = readDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'))
const final = stages.at(-1) as Stage

/** What the image adds to its base; it is 37 MB, and a package that only a build needs would show. */
const mostMb = 45

describe.runIf(isBuilt)('the image', () => {
  let folder: string
  let image: Image
  let app: string
  /** Stands for the Node of the base image, where the image's user can reach it. */
  let node: string
  const running: ChildProcess[] = []

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'yanshu-image-'))
    chmodSync(folder, 0o755)
    image = buildImage(root, stages, folder)
    app = join(image.folder, image.workDir)
    node = join(folder, 'node')
    copyFileSync(process.execPath, node)
    chmodSync(node, 0o755)
  })
  afterAll(async () => {
    for (const child of running) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  })

  const files = (): string[] =>
    readdirSync(image.folder, { recursive: true, encoding: 'utf8' }).filter(path =>
      lstatSync(join(image.folder, path)).isFile(),
    )

  /** The environment of a container: that of the image, and the settings of whoever starts it. */
  const environment = (settings: Record<string, string>): NodeJS.ProcessEnv => ({
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    ...image.env,
    YANSHU_DATA_DIR: join(image.folder, image.env.YANSHU_DATA_DIR ?? ''),
    ...settings,
  })

  const command = (text: string): { file: string; args: string[] } => {
    const [file = '', ...args] = execForm(text)
    expect(file).toBe('node')
    return { file: node, args }
  }

  it('is small, and holds no sources, no maps and no packages of a build', () => {
    const bytes = files().reduce((sum, path) => sum + lstatSync(join(image.folder, path)).size, 0)
    const mb = bytes / 1024 ** 2
    process.stdout.write(`the image adds ${mb.toFixed(1)} MB in ${files().length} files to its base\n`)
    expect(mb).toBeLessThan(mostMb)
    expect(files().filter(path => /\.(?:ts|tsx|map)$/.test(path))).toEqual([])
    const packages = readdirSync(join(app, 'node_modules'))
    for (const name of ['typescript', 'vitest', 'vite', 'rolldown', 'antd', 'react', 'node', '@yanshu'])
      expect(packages).not.toContain(name)
  })

  it('has every package that its programs import', () => {
    const dist = join(app, 'packages/server/dist')
    const names = new Set<string>()
    for (const file of readdirSync(dist).filter(name => name.endsWith('.js'))) {
      const text = readFileSync(join(dist, file), 'utf8')
      for (const [, name = ''] of text.matchAll(/^(?:import|export)\b[^'"\n]*["']([^'"./][^'"]*)["'];?$/gm))
        if (!name.startsWith('node:') && !builtinModules.includes(name)) names.add(name)
    }
    expect(names.size).toBeGreaterThan(10)
    const script = `for (const name of ${JSON.stringify([...names])}) await import(name)`
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: dist,
      encoding: 'utf8',
      env: { PATH: '/usr/bin:/bin' },
    })
    expect(run.stderr).toBe('')
    expect(run.status).toBe(0)
  })

  it('runs as its own user, says by its health check whether it is ready, and ends by its signal', async () => {
    expect(image.user).toBe('node')
    expect(all(final, 'VOLUME')).toEqual([image.env.YANSHU_DATA_DIR])
    const [healthCheck = ''] = all(final, 'HEALTHCHECK')
    const [cmd = ''] = all(final, 'CMD')
    const [httpPort, smtpPort] = await Promise.all([freePort(), freePort()])
    const env = environment({
      YANSHU_HTTP_PORT: String(httpPort),
      YANSHU_SMTP_PORT: String(smtpPort),
      YANSHU_DNS_SERVERS: '127.0.0.1:9',
      YANSHU_PROXY_PROTOCOL: 'http',
      YANSHU_TRUSTED_PROXIES: '127.0.0.0/8',
    })
    const as = { cwd: app, env, ...imageUser }
    const health = command(healthCheck)
    const isHealthy = () => spawnSync(health.file, health.args, { ...as, encoding: 'utf8' })
    expect(isHealthy()).toMatchObject({ status: 1, stdout: expect.stringContaining('ECONNREFUSED') })

    const main = command(cmd)
    const child = spawn(main.file, main.args, { ...as, stdio: ['ignore', 'pipe', 'pipe'] })
    running.push(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
      })
    await eventually('the image is healthy', () => {
      if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}:\n${output}`)
      return isHealthy().status === 0
    })
    const smtp = await openOctets(smtpPort)
    const line = (text: string) => (/\r\n$/.test(text) ? { found: text, length: text.length } : null)
    expect(await smtp.take(line)).toMatch(/^220 /)
    smtp.socket().destroy()

    const [stopSignal] = all(final, 'STOPSIGNAL')
    const gone = once(child, 'exit')
    child.kill(stopSignal as NodeJS.Signals)
    expect(await gone).toEqual([0, null])
    const owner = execFileSync('stat', ['-c', '%u', join(env.YANSHU_DATA_DIR ?? '', 'node-id')], {
      encoding: 'utf8',
    })
    expect(Number(owner)).toBe(imageUser.uid ?? process.getuid?.())
  })

  it('is built from the package files of every workspace', () => {
    const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      workspaces: string[]
    }
    const [build] = stages
    const copied = build ? all(build, 'COPY').flatMap(text => text.split(/\s+/).slice(0, -1)) : []
    for (const workspace of workspaces) expect(copied).toContain(`${workspace}/package.json`)
  })
})
