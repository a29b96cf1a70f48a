// What the tests need besides npm packages: a browser with Chinese fonts, PostgreSQL and mail programs of strangers. As root
// on Debian they are installed; elsewhere what is missing is said and the tests that need it are left out.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const needed = [
  { package: 'chromium', file: '/usr/bin/chromium', for: 'browser tests' },
  { package: 'fonts-noto-cjk', file: '/usr/share/fonts/opentype/noto', for: 'Chinese text in browser tests' },
  { package: 'curl', file: '/usr/bin/curl', for: 'samples for the shell' },
  { package: 'python3', file: '/usr/bin/python3', for: 'samples in Python' },
  { package: 'postgresql', file: '/usr/lib/postgresql', for: 'tests on PostgreSQL' },
]

const missing = () => needed.filter(item => !existsSync(item.file))

function apt(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
}

export function ensureSystemPackages() {
  let wanted = missing()
  if (wanted.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`Installing ${wanted.map(item => item.package).join(', ')} …`)
    apt(['update'])
    apt(['install', '-y', '--no-install-recommends', ...wanted.map(item => item.package)])
    wanted = missing()
  }
  for (const item of wanted) {
    console.log(`MISSING: ${item.package} is not installed; ${item.for} are left out.`)
  }
}
