/** Makes the text that the operator reads in the terminal after a start. */
import { resolve } from 'node:path'
import type { App } from './app-deps.ts'
import type { Config } from './kernel/config/settings-table.ts'
import type { ProgramFiles } from './operate/version/program-files.ts'
import { welcomeWords } from './words.ts'

export function welcome(config: Config, app: App, { version, command }: ProgramFiles): string {
  const url = app.publicUrl() || `http://localhost:${app.httpPort}`
  const lines = [`${welcomeWords.name} ${version}`, '', `  ${welcomeWords.open}${url}`]
  if (app.firstAdmin) {
    lines.push(`  ${welcomeWords.admin}${app.firstAdmin.username}`)
    lines.push(
      app.firstAdmin.password === null
        ? `  ${welcomeWords.password}${welcomeWords.passwordAsSet}`
        : `  ${welcomeWords.password}${app.firstAdmin.password}   ${welcomeWords.shownOnce}`,
    )
  }
  if (!app.firstAdmin) lines.push(`  ${welcomeWords.forgotten}${command} reset-password admin`)
  const { localDomain } = config
  const programPorts = [
    config.submissionPort,
    config.submissionsPort,
    config.imapPort,
    config.imapsPort,
    config.pop3Port,
    config.pop3sPort,
  ].filter(port => port !== 0)
  lines.push(
    `  ${welcomeWords.receiving}127.0.0.1:${app.smtpPort}`,
    `  ${welcomeWords.firstMail}swaks --server 127.0.0.1:${app.smtpPort} --to name@${localDomain} ${welcomeWords.makeNameFirst}`,
  )
  if (programPorts.length > 0) lines.push(`  ${welcomeWords.mailPrograms}${programPorts.join(', ')}`)
  lines.push(
    `  ${welcomeWords.data}${resolve(config.dataDir)}${app.db.kind === 'postgres' ? ' + PostgreSQL' : ''}`,
  )
  return `\n${lines.join('\n')}\n\n`
}
