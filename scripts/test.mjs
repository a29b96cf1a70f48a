// npm test: sets everything up, then types, lint, documents, and every test on both databases and in a real browser.
// npm test -- NAME …: only the test files with that in their path, after building only what they need.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.mjs'
import { install, root, run } from './install.mjs'
import { ensureSystemPackages } from './system-packages.mjs'

const asked = process.argv.slice(2)
if (asked.length > 0) process.exit(runAsked())

function runAsked() {
  install()
  // Only these need the whole product; the set-up of the server's tests builds its own needs.
  const browserTests = readdirSync(join(root, 'e2e'), { recursive: true })
    .filter(path => path.endsWith('.test.ts') && !path.includes('node_modules'))
    .map(path => `e2e/${path}`)
  if (browserTests.some(path => asked.some(text => path.includes(text)))) build()
  return run('vitest', ['run', ...asked])
}

build()
ensureSystemPackages()

const results = join(root, 'test-results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

let passed = 0
let failed = 0

function check(title, command, args) {
  console.log(`\n— ${title}`)
  if (run(command, args) === 0) passed++
  else failed++
}

for (const folder of ['packages/contract', 'packages/server', 'packages/web', 'e2e', 'bench', 'house']) {
  check(`types of ${folder}`, 'tsc', ['-p', folder])
}
check('lint and format', 'biome', ['check', '--error-on-warnings'])
check('generated documents', 'node', ['scripts/docs.mjs', '--check'])

const report = join(results, 'vitest.json')
console.log('\n— tests')
const status = run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`])
try {
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
  passed += numPassedTests
  failed += numFailedTests
  // A file that cannot be loaded fails the run without a failed test.
  if (status !== 0 && numFailedTests === 0) failed++
} catch {
  failed++
}

console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
