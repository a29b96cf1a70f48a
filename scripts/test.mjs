// npm test: sets everything up, then types, lint, documents, and every test on both databases and in a real browser.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.mjs'
import { root, run } from './install.mjs'
import { ensureSystemPackages } from './system-packages.mjs'

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

for (const folder of ['packages/contract', 'packages/server', 'packages/web', 'e2e', 'bench']) {
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
  // A file that cannot even be loaded fails the run without a failed test.
  if (status !== 0 && numFailedTests === 0) failed++
} catch {
  failed++
}

console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
