/** Makes docs/configuration.md from the settings table. */
import type { EnvironmentSetting } from './environment-setting.ts'
import { settingsTable } from './settings-table.ts'

function allowed(setting: EnvironmentSetting): string {
  switch (setting.type) {
    case 'integer':
      return `${setting.min}–${setting.max}`
    case 'choice':
      return setting.choices.map(choice => `\`${choice}\``).join(', ')
    case 'list':
      return `list: ${setting.form ?? 'text'}`
    case 'text':
      return setting.form ?? 'text'
  }
}

function shownDefault(setting: EnvironmentSetting): string {
  const value = setting.type === 'list' ? setting.default.join(', ') : String(setting.default)
  return value === '' ? '–' : `\`${value}\``
}

export function configurationDocument(): string {
  const rows = Object.values(settingsTable).map((setting: EnvironmentSetting) => {
    const text = setting.secret ? `${setting.text} *Secret.*` : setting.text
    return `| \`${setting.name}\` | ${shownDefault(setting)} | ${allowed(setting)} | ${text} |`
  })
  return `# Configuration

Made from \`packages/server/src/kernel/config/settings-table.ts\` by \`npm run docs\`; do not edit by hand.

Settings come from the environment, or from a file of lines \`NAME=value\` named by \`YANSHU_CONFIG\`; the environment wins. Each
name also works with \`_FILE\` appended, naming a file that holds the value. Values that do
not fit stop the start, all of them listed at once; a name that does not exist is warned about.

What can be changed while the program runs is on the settings page of the admin.

| name | default | allowed | meaning |
| --- | --- | --- | --- |
${rows.join('\n')}
`
}
