/**
 * Makes the folders of the image by the steps of the Dockerfile, without Docker. What the suite has done already, the
 * installation and the build, is not done again; a step that is not known here fails.
 */
import { execFileSync } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdirSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import type { Stage } from './read-dockerfile.ts'

/** The user "node" of the base image, who need not exist here. */
export const imageUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** Steps whose result is there before the test begins. */
const doneBySuite = new Set(['npm_config_ignore_scripts=true node scripts/install.mjs', 'npm run build'])

export type Image = {
  /** The folder that stands for the root of the image. */
  readonly folder: string
  readonly workDir: string
  readonly env: Readonly<Record<string, string>>
  readonly user: string
}

function checkCopied(root: string, sources: readonly string[]): void {
  const missing = sources.filter(source => !existsSync(join(root, source)))
  if (missing.length > 0) throw new Error(`the Dockerfile copies what is not there: ${missing.join(', ')}`)
}

/** Does the steps of the first stage in the repository; returns the folder that stands for each path made there. */
function runBuildStage(root: string, stage: Stage, folder: string): (path: string) => string {
  for (const { name, text } of stage.instructions) {
    if (name === 'WORKDIR' || name === 'ENV') continue
    if (name === 'COPY') checkCopied(root, text.split(/\s+/).slice(0, -1))
    else if (name !== 'RUN') throw new Error(`unknown step: ${name} ${text}`)
    else if (text.startsWith('npm run ship -- ')) {
      const target = join(folder, text.slice('npm run ship -- '.length))
      execFileSync(process.execPath, ['scripts/ship.mjs', target], { cwd: root, stdio: 'pipe' })
    } else if (!doneBySuite.has(text)) throw new Error(`unknown step: RUN ${text}`)
  }
  return path => join(folder, path)
}

function makeDataFolder(folder: string, text: string): void {
  const path = /^install -d -o node -g node -m 700 (\/\S+)$/.exec(text)?.[1]
  if (path === undefined) throw new Error(`unknown step: RUN ${text}`)
  mkdirSync(join(folder, path), { mode: 0o700 })
  if (imageUser.uid !== undefined) chownSync(join(folder, path), imageUser.uid, imageUser.gid)
}

function pairs(text: string): [string, string][] {
  return text.split(/\s+/).map(pair => [pair.split('=')[0] ?? '', pair.split('=').slice(1).join('=')])
}

export function buildImage(root: string, stages: readonly Stage[], folder: string): Image {
  const [build, final] = stages
  if (!build || !final || stages.length !== 2) throw new Error('two stages are expected')
  const made = runBuildStage(root, build, join(folder, 'build'))
  const image = join(folder, 'image')
  mkdirSync(image, { recursive: true })
  let workDir = '/'
  let user = 'root'
  const env: Record<string, string> = {}
  for (const { name, text } of final.instructions) {
    if (name === 'ENV') Object.assign(env, Object.fromEntries(pairs(text)))
    else if (name === 'WORKDIR') workDir = text
    else if (name === 'USER') user = text
    else if (name === 'RUN') makeDataFolder(image, text)
    else if (name === 'COPY') {
      const [, stage = '', source = '', target = ''] = /^--from=(\S+) (\S+) (\S+)$/.exec(text) ?? []
      if (stage !== build.name) throw new Error(`unknown step: COPY ${text}`)
      const to = join(image, posix.resolve(workDir, target))
      mkdirSync(dirname(to), { recursive: true })
      cpSync(made(source), to, { recursive: true })
    }
  }
  return { folder: image, workDir, env, user }
}
