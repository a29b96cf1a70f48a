// npm run ship -- FOLDER [--with-node]: the built product alone, ready to be moved to another folder or machine: the
// bundled server, the pages, the packages that the server needs, the licences, the command bin/yanshu, and nothing that
// only a build or a test needs. The Dockerfile makes its image of it, and npm run release its archive. Build first.
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { wantedMajor } from './find-node.mjs'
import { node, root } from './install.mjs'

const server = 'packages/server'
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

/** Looks for a package as Node does: in the nearest node_modules first. */
function placeOf(name, from) {
  for (let folder = from; ; folder = folder === '' || dirname(folder) === '.' ? '' : dirname(folder)) {
    if (basename(folder) !== 'node_modules') {
      const place = join(folder, 'node_modules', name)
      if (place in lock.packages) return place
    }
    if (folder === '') return null
  }
}

/** Returns the folders of all packages that are needed in production, found from the lock file. */
function neededPackages() {
  const needed = new Set()
  const seen = new Set()
  const visit = from => {
    if (seen.has(from)) return
    seen.add(from)
    const {
      dependencies,
      optionalDependencies,
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = lock.packages[from]
    const peers = Object.keys(peerDependencies).filter(name => !peerDependenciesMeta[name]?.optional)
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const place = placeOf(name, from)
      if (place === null) continue
      const { link, resolved } = lock.packages[place]
      // Our own packages are in the bundle; only what they need is not.
      if (!link && existsSync(join(root, place))) needed.add(place)
      visit(link ? resolved : place)
    }
  }
  visit(server)
  return [...needed].sort()
}

const isLicence = name => /licen[cs]e|notice|copying/i.test(name)
/** Types, maps and descriptions are for people who write programs. */
const isForAuthors = name =>
  /\.(?:[cm]?ts|tsx|map|md|markdown|flow|tsbuildinfo)$/i.test(name) && !isLicence(name)
const skippedFolders = new Set(['node_modules', '.vite', '.github'])

function copyUseful(from, to) {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) {
      if (!skippedFolders.has(entry.name)) copyUseful(source, target)
    } else if (entry.isFile() && !isForAuthors(entry.name) && entry.name !== '.built')
      copyFileSync(source, target)
  }
}

/** Writes the command that starts the program with the flags and the environment that npm start gives it. */
function writeLauncher(file) {
  const { flags, env } = JSON.parse(readFileSync(join(root, 'scripts/run-with.json'), 'utf8'))
  const pairs = Object.entries(env).map(([name, value]) => `${name}="\${${name}-${value}}"`)
  const text = readFileSync(join(root, 'scripts/release/launcher.sh'), 'utf8')
    .replaceAll('@MAJOR@', String(wantedMajor))
    .replace('@FLAGS@', flags.join(' '))
    .replace('@ENV@', pairs.join(' '))
  writeFileSync(file, text)
  chmodSync(file, 0o755)
}

/** Copies the product into a folder that is empty or missing. */
export function ship(folder, withNode) {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`)
  for (const place of [`${server}/dist`, 'packages/web/dist']) {
    if (!existsSync(join(root, place))) throw new Error(`${place} is missing: run npm run build first`)
    copyUseful(join(root, place), join(folder, place))
  }
  for (const place of neededPackages()) copyUseful(join(root, place), join(folder, place))
  for (const file of ['LICENSE', 'CHANGELOG.md']) copyFileSync(join(root, file), join(folder, file))
  renameSync(join(folder, server, 'dist/LICENCES.txt'), join(folder, 'LICENCES.txt'))
  const { name, version, license, type } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ name, version, license, type }, null, 2)}\n`,
  )
  mkdirSync(join(folder, 'bin'))
  writeLauncher(join(folder, 'bin/yanshu'))
  if (withNode) cpSync(node(), join(folder, 'bin/node'), { dereference: true })
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder] = process.argv.slice(2).filter(word => !word.startsWith('--'))
  if (folder === undefined) {
    console.error('Usage: npm run ship -- FOLDER [--with-node]')
    process.exit(1)
  }
  ship(resolve(folder), process.argv.includes('--with-node'))
}
