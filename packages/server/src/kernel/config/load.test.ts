import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { configurationDocument } from './document.ts'
import type { EnvironmentSetting } from './environment-setting.ts'
import { ConfigError, loadConfig, unknownSettings } from './load.ts'
import { settingsTable } from './settings-table.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'yanshu-config-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    loadConfig(environment)
  } catch (cause) {
    if (cause instanceof ConfigError) return cause.faults
    throw cause
  }
  return []
}

describe('the configuration', () => {
  it('has a default for everything', () => {
    expect(loadConfig({})).toMatchObject({
      httpPort: 3000,
      smtpPort: 2525,
      dataDir: './data',
      localDomain: 'yanshu.test',
    })
  })

  it('has the names that are fixed', () => {
    const names = Object.values(settingsTable).map(setting => setting.name)
    for (const name of [
      'HTTP_PORT',
      'SMTP_PORT',
      'DATA_DIR',
      'DATABASE_URL',
      'ADMIN_USERNAME',
      'ADMIN_PASSWORD',
      'LOCAL_DOMAIN',
      'PUBLIC_URL',
      'MAIL_HOST',
      'DNS_SERVERS',
      'PERMISSION_KEY',
    ])
      expect(names).toContain(`YANSHU_${name}`)
    expect(new Set(names).size).toBe(names.length)
  })

  it('refuses a secret that no header could carry', () => {
    const secret = 'sixteen letters and more'
    expect(loadConfig({ YANSHU_INGEST_SECRET: secret }).ingestSecret).toBe(secret)
    for (const wrong of [` ${secret}`, `${secret} `, `${secret}\n${secret}`, 'too short'])
      expect(faultsOf({ YANSHU_INGEST_SECRET: wrong })).toHaveLength(1)
    expect(loadConfig({ YANSHU_METRICS_TOKEN: 'two words' }).metricsToken).toBe('two words')
    expect(faultsOf({ YANSHU_METRICS_TOKEN: 'x ' })).toHaveLength(1)
  })

  it('tells all faults at once', () => {
    const faults = faultsOf({
      YANSHU_HTTP_PORT: '70000',
      YANSHU_SMTP_PORT: 'smtp',
      YANSHU_LOG_LEVEL: 'loud',
      YANSHU_LOCAL_DOMAIN: '-bad-.test',
      YANSHU_DNS_SERVERS: '1.1.1.1, resolver',
      YANSHU_PUBLIC_URL: 'mail.example.com',
      YANSHU_SECRET_KEY_FILE: join(folder, 'missing'),
    })
    expect(faults).toHaveLength(7)
    const text = new ConfigError(faults).message
    expect(text).toContain('7 fault(s)')
    expect(text).toContain('YANSHU_HTTP_PORT: "70000" is not a whole number from 0 to 65535')
    expect(text).toContain('"resolver" is not allowed')
    expect(text).toContain('YANSHU_SECRET_KEY_FILE: the file cannot be read')
  })

  it('never repeats a secret in a fault', () => {
    const secret = 'hunter2'
    for (const [, setting] of Object.entries(settingsTable) as [string, EnvironmentSetting][]) {
      if (!setting.secret) continue
      const given = file('secret', `${secret}\n`)
      for (const environment of [
        { [setting.name]: secret },
        { [`${setting.name}_FILE`]: given },
        { [setting.name]: secret, [`${setting.name}_FILE`]: given },
      ])
        expect(faultsOf(environment).join('\n')).not.toContain(secret)
    }
    expect(faultsOf({ YANSHU_ADMIN_PASSWORD: secret })).toHaveLength(1)
    expect(faultsOf({ YANSHU_DATABASE_URL: `mysql://root:${secret}@db` })).toEqual([
      'YANSHU_DATABASE_URL: the value is not allowed; expected empty, or begin with postgres://',
    ])
  })

  it.each(['-1', '1e3', '0x10', ' 80', '80 ', '3000.5', '99999999999999999999', 'NaN'])(
    'takes only whole numbers, not %j',
    value => {
      expect(faultsOf({ YANSHU_HTTP_PORT: value })).toHaveLength(1)
    },
  )

  it('reads a value from a file, without the line break at its end', () => {
    const path = file('password', 'pass word with spaces \n')
    expect(loadConfig({ YANSHU_ADMIN_PASSWORD_FILE: path }).adminPassword).toBe('pass word with spaces ')
    expect(faultsOf({ YANSHU_ADMIN_PASSWORD_FILE: path, YANSHU_ADMIN_PASSWORD: 'other value' })).toEqual([
      'YANSHU_ADMIN_PASSWORD and YANSHU_ADMIN_PASSWORD_FILE are both set; keep one',
    ])
  })

  it('reads a file of lines, which the environment overrules', () => {
    const lines = [
      '# comment',
      'YANSHU_HTTP_PORT = 8080',
      'YANSHU_LOCAL_DOMAIN="mail.example"',
      "YANSHU_ADMIN_USERNAME='boss'",
      'OTHER=1',
      'not a line',
      '',
    ]
    const path = file('yanshu.conf', lines.join('\r\n'))
    expect(loadConfig({ YANSHU_CONFIG: path, YANSHU_HTTP_PORT: '9090' })).toMatchObject({
      httpPort: 9090,
      localDomain: 'mail.example',
      adminUsername: 'boss',
    })
    expect(faultsOf({ YANSHU_CONFIG: join(folder, 'missing'), YANSHU_HTTP_PORT: 'x' })).toHaveLength(2)
    expect(faultsOf({ YANSHU_CONFIG: file('bad.conf', 'YANSHU_HTTP_PORT=x') })).toHaveLength(1)
  })

  it('takes an empty value as none', () => {
    const environment = Object.fromEntries(Object.values(settingsTable).map(setting => [setting.name, '']))
    expect(loadConfig(environment)).toEqual(loadConfig({}))
    const path = file('word', 'from a file')
    expect(loadConfig({ YANSHU_ADMIN_PASSWORD: '', YANSHU_ADMIN_PASSWORD_FILE: path }).adminPassword).toBe(
      'from a file',
    )
  })

  it('reads lists separated by commas or spaces', () => {
    expect(loadConfig({ YANSHU_DNS_SERVERS: '1.1.1.1, 127.0.0.1:5353 [::1]:53' }).dnsServers).toEqual([
      '1.1.1.1',
      '127.0.0.1:5353',
      '[::1]:53',
    ])
  })

  it.each(['999.1.1.1', '10.0.0.0/99', '1.2.3', ':::', '2001:db8::/129', 'localhost'])(
    'refuses %s as a trusted proxy',
    value => {
      expect(faultsOf({ YANSHU_TRUSTED_PROXIES: value })).toHaveLength(1)
    },
  )

  it.each(['127.0.0.1', '10.0.0.0/8', '::1', '2001:db8::/32'])('takes %s as a trusted proxy', value => {
    expect(loadConfig({ YANSHU_TRUSTED_PROXIES: value }).trustedProxies).toEqual([value])
  })

  it('refuses PROXY headers that nobody could send, and ports that expect none', () => {
    const trusted = { YANSHU_TRUSTED_PROXIES: '10.0.0.1' }
    expect(loadConfig({ ...trusted, YANSHU_PROXY_PROTOCOL: 'smtp, pop3s' }).proxyProtocol).toEqual([
      'smtp',
      'pop3s',
    ])
    expect(faultsOf({ ...trusted, YANSHU_PROXY_PROTOCOL: 'lmtp' })).toHaveLength(1)
    expect(faultsOf({ YANSHU_PROXY_PROTOCOL: 'smtp' })).toEqual([
      'YANSHU_PROXY_PROTOCOL is set and YANSHU_TRUSTED_PROXIES is not: name the balancer’s address there',
    ])
  })

  it('notices names that mean nothing', () => {
    const environment = {
      YANSHU_HTTPPORT: '1',
      YANSHU_HTTP_PORT: '1',
      YANSHU_SECRET_KEY_FILE: 'x',
      YANSHU_CONFIG: 'x',
      PATH: '/',
    }
    expect(unknownSettings(environment)).toEqual(['YANSHU_HTTPPORT'])
  })

  it('is documented as it is', () => {
    const written = readFileSync(new URL('../../../../../docs/configuration.md', import.meta.url), 'utf8')
    expect(written).toBe(configurationDocument())
    for (const { name } of Object.values(settingsTable)) expect(written).toContain(`\`${name}\``)
  })
})
