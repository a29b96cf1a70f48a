// npm run yanshu -- <command>: the operator's commands, on the same configuration as npm start.
import { build } from './build.mjs'
import { run } from './install.mjs'

build()
process.exit(run('node', ['packages/server/dist/cli.js', ...process.argv.slice(2)]))
