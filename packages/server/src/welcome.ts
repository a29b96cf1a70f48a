/** What the operator reads in the terminal after a start. */
import { resolve } from 'node:path'
import type { App } from './app.ts'
import type { Config } from './config/settings-table.ts'

export function welcome(config: Config, app: App, version: string): string {
  const url = config.publicUrl || `http://localhost:${app.httpPort}`
  const lines = [`雁书 Yanshu ${version}`, '', `  打开 Open        ${url}`]
  if (app.firstAdmin) {
    lines.push(`  管理员 Admin     ${app.firstAdmin.username}`)
    lines.push(
      app.firstAdmin.password === null
        ? '  密码 Password    as set by YANSHU_ADMIN_PASSWORD'
        : `  密码 Password    ${app.firstAdmin.password}   (只显示这一次 shown only once)`,
    )
  }
  if (!app.firstAdmin) lines.push('  忘了密码 Reset   npm run yanshu -- reset-password admin')
  const { localDomain } = config
  const programPorts = [
    config.submissionPort,
    config.submissionsPort,
    config.pop3Port,
    config.pop3sPort,
  ].filter(port => port !== 0)
  lines.push(
    `  收信 SMTP        127.0.0.1:${app.smtpPort}`,
    `  试一封 First mail swaks --server 127.0.0.1:${app.smtpPort} --to name@${localDomain} (make "name" on the home page first)`,
  )
  if (programPorts.length > 0) lines.push(`  邮件程序 Apps    ${programPorts.join(', ')}`)
  lines.push(
    `  数据 Data        ${resolve(config.dataDir)}${app.db.kind === 'postgres' ? ' + PostgreSQL' : ''}`,
  )
  return `\n${lines.join('\n')}\n\n`
}
