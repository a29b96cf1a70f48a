// npm run bench: builds, then measures; see bench/run.ts.
import { build } from './build.mjs'
import { run } from './install.mjs'

build()
process.exit(run('node', ['bench/run.ts', ...process.argv.slice(2)]))
