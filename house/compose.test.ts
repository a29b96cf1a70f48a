/** Holds compose.yaml to the settings of the program, to .env.example and to the Dockerfile. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { loadConfig } from '../packages/server/src/kernel/config/load.ts'
import { settingsTable } from '../packages/server/src/kernel/config/settings-table.ts'

const root = join(import.meta.dirname, '..')
const read = (name: string): string => readFileSync(join(root, name), 'utf8')

type Service = {
  profiles: string[]
  image?: string
  build?: string
  ports?: string[]
  volumes?: string[]
  environment?: Record<string, string>
  networks?: Record<string, { ipv4_address: string }>
  depends_on?: unknown
  stop_grace_period?: string
}
type Compose = {
  services: Record<string, Service>
  volumes: Record<string, unknown>
  networks: { default: { ipam: { config: [{ subnet: string; ip_range: string }] } } }
}

const text = read('compose.yaml')
const { services, volumes, networks } = parse(text, { merge: true }) as Compose
const example = read('.env.example')

const names: string[] = Object.values(settingsTable).map(({ name }) => name)
const nodes = ['yanshu', 'node-1', 'node-2']
const environmentOf = (node: string): Record<string, string> => services[node]?.environment ?? {}
const portsOf = (service: string): string[] =>
  (services[service]?.ports ?? []).map(port => port.split(':').at(-1) ?? '')

/** Within a container these are fixed: the other services and the published ports rely on them. */
const fixed: Readonly<Record<string, string>> = {
  YANSHU_DATA_DIR: 'the volume, named by the image',
  YANSHU_HTTP_PORT: '3000',
  YANSHU_HTTP_HOST: 'every address',
  YANSHU_SMTP_PORT: '2525',
  YANSHU_SMTP_HOST: 'every address',
  YANSHU_LMTP_PORT: 'nobody else is at 127.0.0.1 of a container',
}

/** As Compose does it, with defaults for what is not set. */
function interpolated(value: string, given: Readonly<Record<string, string>> = {}): string {
  const inner = /\$\{([A-Z0-9_]+):-((?:[^{}])*)\}/
  let out = value
  for (let match = inner.exec(out); match; match = inner.exec(out))
    out = out.replace(match[0], given[match[1] ?? ''] || (match[2] ?? ''))
  return out
}

const configOf = (node: string, given?: Readonly<Record<string, string>>) =>
  loadConfig(
    Object.fromEntries(
      Object.entries(environmentOf(node)).map(([name, value]) => [name, interpolated(value, given)]),
    ),
  )

describe('compose.yaml', () => {
  it('has one node, or two with a balancer and PostgreSQL', () => {
    const of = (profile: string) =>
      Object.keys(services).filter(name => services[name]?.profiles.includes(profile))
    expect(of('single')).toEqual(['yanshu'])
    expect(of('tls')).toEqual(['caddy'])
    expect(of('cluster').sort()).toEqual(['balancer', 'node-1', 'node-2', 'postgres'])
  })

  it('gives every node a volume of its own, and declares each', () => {
    const data = nodes.map(node => services[node]?.volumes?.find(volume => volume.endsWith(':/data')))
    expect(new Set(data).size).toBe(nodes.length)
    const named = Object.values(services)
      .flatMap(service => service.volumes ?? [])
      .map(volume => volume.split(':')[0] ?? '')
      .filter(source => /^[a-z]/.test(source))
    expect([...new Set(named)].sort()).toEqual(Object.keys(volumes).sort())
  })

  it.each(nodes)('lets %s be given every setting, and no other', node => {
    const given = environmentOf(node)
    expect(Object.keys(given).filter(name => !names.includes(name))).toEqual([])
    expect(names.filter(name => !(name in given) && !(name in fixed))).toEqual([])
    for (const [name, value] of Object.entries(given)) expect(value).toMatch(new RegExp(`^\\$\\{${name}:-`))
  })

  it('starts with an empty .env, and with the example', () => {
    expect(configOf('yanshu')).toMatchObject({ databaseUrl: '', proxyProtocol: [], submissionsPort: 465 })
    const settings = Object.fromEntries(
      [...example.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
    )
    expect(configOf('yanshu', settings).publicUrl).toBe('https://mail.example.com')
    for (const node of ['node-1', 'node-2'])
      expect(configOf(node, { ...settings, POSTGRES_PASSWORD: 'word' })).toMatchObject({
        databaseUrl: 'postgres://yanshu:word@postgres/yanshu',
        trustedProxies: [services.balancer?.networks?.default?.ipv4_address],
        proxyProtocol: ['smtp', 'submission', 'submissions', 'imap', 'imaps', 'pop3', 'pop3s'],
      })
  })

  it('uses only variables of the example, and all of them', () => {
    const used = new Set([...text.matchAll(/\$\{([A-Z0-9_]+)/g)].map(match => match[1]))
    const shown = new Set([...example.matchAll(/^#?([A-Z0-9_]+)=/gm)].map(match => match[1]))
    expect([...used].sort()).toEqual([...shown].sort())
  })

  it('publishes the ports that the programs behind them have', () => {
    const config = configOf('yanshu')
    const { submissionPort, submissionsPort, imapPort, imapsPort, pop3Port, pop3sPort, httpPort, smtpPort } =
      config
    const mail = [submissionPort, submissionsPort, imapPort, imapsPort, pop3Port, pop3sPort].map(String)
    expect(portsOf('yanshu')).toEqual([String(httpPort), String(smtpPort), ...mail])
    expect(portsOf('node-1')).toEqual([])
    const balancer = read('deploy/haproxy.cfg')
    const bound = [...balancer.matchAll(/^ +bind :(\d+)/gm)].map(match => match[1])
    expect(portsOf('balancer').sort()).toEqual(bound.sort())
    const behind = [...balancer.matchAll(/^ +server (\S+) (\S+):(\d+)$/gm)]
    for (const [, name, host, port = ''] of behind) {
      expect(host).toBe(name)
      expect(services).toHaveProperty(host ?? '')
      expect([String(httpPort), String(smtpPort), ...mail]).toContain(port)
    }
    expect(behind).toHaveLength(2 * bound.length - 2)
    const exposed = /^EXPOSE (.*)$/m.exec(read('Dockerfile'))?.[1]?.split(' ')
    expect(exposed).toEqual([String(httpPort), String(smtpPort), ...mail])
  })

  it('keeps the address of the proxies for them', () => {
    const [{ subnet, ip_range }] = networks.default.ipam.config
    const address = services.balancer?.networks?.default?.ipv4_address ?? ''
    expect(services.caddy?.networks?.default?.ipv4_address).toBe(address)
    const prefix = subnet.split('.').slice(0, 3).join('.')
    expect(address.startsWith(`${prefix}.`)).toBe(true)
    expect(ip_range).toBe(`${prefix}.128/25`)
    expect(Number(address.split('.')[3])).toBeLessThan(128)
  })

  it('waits for a node longer than the node takes to stop', () => {
    for (const node of nodes) {
      const { drainSeconds, stopSeconds } = configOf(node)
      expect(services[node]?.stop_grace_period).toMatch(/^\d+s$/)
      expect(Number.parseInt(services[node]?.stop_grace_period ?? '', 10)).toBeGreaterThan(
        drainSeconds + stopSeconds,
      )
    }
  })
})
