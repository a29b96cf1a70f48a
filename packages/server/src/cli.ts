/** The operator's commands, run on the server itself beside the program or instead of it. Each is a file in `cli/`. */
import { runCommand } from './cli/run-command.ts'

process.exitCode = await runCommand(process.argv.slice(2), process.env, {
  say: text => void process.stdout.write(`${text}\n`),
  complain: text => void process.stderr.write(`${text}\n`),
})
