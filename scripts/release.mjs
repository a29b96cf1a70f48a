// npm run release: builds the product and packs it into dist/release/yanshu-VERSION.tar.gz, which runs with Node alone,
// beside a file of checksums. The same commit gives the same bytes: entries are sorted, all have the time of the commit
// (or of SOURCE_DATE_EPOCH) and no owner, and the Node of the lock file compresses. npm run release -- FOLDER packs what
// is built already into another folder.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { constants, gzipSync } from 'node:zlib'
import { build } from './build.mjs'
import { wantedMajor } from './find-node.mjs'
import { install, root, run } from './install.mjs'
import { ship } from './ship.mjs'

const [given] = process.argv.slice(2)
if (given === undefined) build()
if (Number(process.versions.node.split('.')[0]) < wantedMajor) {
  install()
  process.exit(run('node', ['scripts/release.mjs', given ?? 'dist/release']))
}

const { tarEnd, tarEntry } = await import('../packages/server/src/operate/backup/tar.ts')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const mostMb = 25

/**
 * Browsers take a page for unchanged when its time and size are, so two versions must not have the same time for all
 * their files.
 */
function timeOfFiles() {
  const seconds =
    process.env.SOURCE_DATE_EPOCH ??
    execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).trim()
  if (!/^\d+$/.test(seconds)) throw new Error('SOURCE_DATE_EPOCH is a number of seconds')
  return Number(seconds) * 1000
}

/** Puts beside the product what a person needs who has only this folder. */
function addPapers(folder) {
  const readme = readFileSync(join(root, 'scripts/release/README.md'), 'utf8')
    .replaceAll('@VERSION@', version)
    .replaceAll('@MAJOR@', String(wantedMajor))
  writeFileSync(join(folder, 'README.md'), readme)
  cpSync(join(root, 'scripts/release/env.example'), join(folder, '.env.example'))
  cpSync(join(root, 'deploy'), join(folder, 'deploy'), { recursive: true })
  for (const name of [
    'operating.md',
    'configuration.md',
    'scaling.md',
    'client.md',
    'metrics.md',
    'grafana.json',
  ])
    cpSync(join(root, 'docs', name), join(folder, 'docs', name))
}

function pack(folder, name, at) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
  const machine = files.filter(file => file.endsWith('.node'))
  if (machine.length > 0) throw new Error(`these run on one kind of machine only: ${machine.join(', ')}`)
  const entries = files.map(file =>
    tarEntry(`${name}/${file}`, readFileSync(join(folder, file)), at, file === 'bin/yanshu' ? 0o755 : 0o644),
  )
  const archive = gzipSync(Buffer.concat([...entries, tarEnd]), { level: constants.Z_BEST_COMPRESSION })
  // The byte that names the system on which it was packed: unknown.
  archive[9] = 255
  return { archive, count: files.length }
}

const target = resolve(given ?? join(root, 'dist/release'))
const name = `yanshu-${version}`
const folder = mkdtempSync(join(tmpdir(), 'yanshu-release-'))
try {
  ship(folder, false)
  addPapers(folder)
  const { archive, count } = pack(folder, name, timeOfFiles())
  const file = `${name}.tar.gz`
  const sum = createHash('sha256').update(archive).digest('hex')
  mkdirSync(target, { recursive: true })
  writeFileSync(join(target, file), archive)
  writeFileSync(join(target, 'SHA256SUMS'), `${sum}  ${file}\n`)
  const mb = archive.length / 1024 ** 2
  console.log(`${join(target, file)}: ${mb.toFixed(1)} MB, ${count} files (limit ${mostMb} MB)\n${sum}`)
  if (mb > mostMb) throw new Error('the archive is too large')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
