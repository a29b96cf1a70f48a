import { readFileSync, writeFileSync } from 'node:fs'
import { systemClock } from '../kernel/clock.ts'
import { makeBackup } from '../operate/backup/make-backup.ts'
import { readMasterKey } from '../operate/backup/master-key.ts'
import { restoreBackup } from '../operate/backup/restore-backup.ts'
import { findProgram } from '../operate/version/program-files.ts'
import type { Command, CommandCall } from './command.ts'
import { readOptions } from './options.ts'

const damagedNote = (say: CommandCall['say'], damaged: readonly string[]): void => {
  if (damaged.length > 0)
    say(
      `${damaged.length} large contents were damaged or gone and are not included:\n  ${damaged.join('\n  ')}`,
    )
}

export const backup: Command = {
  usage: 'backup <file> [--with-key | --key-file <file>]',
  text: 'write everything into one file, while the program runs; the key of the site goes in, or beside it, only when asked for',
  async run({ config, say }, args) {
    const { words, options } = readOptions(args, { 'with-key': 'flag', 'key-file': 'text' }, 1)
    const [file = ''] = words
    const { version } = findProgram(import.meta.dirname)
    const withKey = options['with-key']
    const end = await makeBackup({
      config,
      file,
      withKey,
      program: version,
      now: systemClock.now(),
      progress: say,
    })
    const keyFile = options['key-file']
    if (keyFile !== null) writeFileSync(keyFile, await readMasterKey(config), { mode: 0o600, flag: 'wx' })
    const rows = Object.values(end.rows).reduce((sum, count) => sum + count, 0)
    say(`${file}: ${rows} rows, ${end.blobs} large contents`)
    damagedNote(say, end.damaged)
    if (withKey)
      say('The key of the site is in it: whoever has this file can read every secret. Keep it as such.')
    else if (keyFile === null)
      say(
        'The key of the site (secret.key, or YANSHU_SECRET_KEY) is not in it; keep that too. Without it nothing can be restored.',
      )
    return end.damaged.length > 0 ? 2 : 0
  },
}

export const restore: Command = {
  usage: 'restore <file> [--key-file <file>] [--skip-damaged]',
  text: 'put a backup into an empty place; everything is checked first',
  async run({ config, say }, args) {
    const { words, options } = readOptions(args, { 'key-file': 'text', 'skip-damaged': 'flag' }, 1)
    const keyFile = options['key-file']
    const restored = await restoreBackup({
      config,
      file: words[0] ?? '',
      key: keyFile === null ? null : readFileSync(keyFile, 'utf8').trim(),
      skipDamaged: options['skip-damaged'],
      now: systemClock.now(),
      progress: say,
    })
    say(`${restored.rows} rows, ${restored.blobs} large contents, ${restored.searched} mails in the search`)
    damagedNote(say, restored.damaged)
    return restored.damaged.length > 0 ? 2 : 0
  },
}
