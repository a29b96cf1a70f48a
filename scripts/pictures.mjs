// npm run pictures [-- NAME …]: takes the pictures of the README anew, from the built product with people and mails of
// its own, at a fixed moment. It needs Chromium, BIND and faketime, which npm test installs.
import { build } from './build.mjs'
import { run } from './install.mjs'

build()
process.exit(run('node', ['e2e/pictures/take.ts', ...process.argv.slice(2)]))
