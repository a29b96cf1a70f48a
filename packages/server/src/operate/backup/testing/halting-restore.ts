/** A restore that stops in the middle of the tables, says so, and waits to be killed. */
import { loadConfig } from '../../../kernel/config/load.ts'
import { restoreBackup } from '../restore-backup.ts'

const halfWay = /^mailbox/

await restoreBackup({
  config: loadConfig(process.env),
  file: process.argv[2] ?? '',
  key: null,
  skipDamaged: false,
  now: Date.now(),
  progress(text) {
    if (!halfWay.test(text)) return
    process.stdout.write('half-way\n')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000)
  },
})
