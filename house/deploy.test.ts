/** Holds the files of the folder deploy to the program as far as they can be read; the proxies themselves are run in the server's tests. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { loadConfig, unknownSettings } from '../packages/server/src/kernel/config/load.ts'
import { proxiedPorts } from '../packages/server/src/kernel/config/settings-table.ts'

const root = join(import.meta.dirname, '..')
const read = (name: string): string => readFileSync(join(root, name), 'utf8')

describe.each(['deploy/haproxy.cfg', 'deploy/nginx.conf', 'deploy/traefik/yanshu.yml'])('%s', file => {
  it('names for the program only settings and ports that exist', () => {
    const given = [...read(file).matchAll(/^# +(YANSHU_[A-Z0-9_]+=.*)$/gm)].flatMap(([, line = '']) =>
      line.split(', '),
    )
    expect(given.length).toBeGreaterThan(1)
    const settings = Object.fromEntries(
      given.map(pair => pair.split('=', 2).map(part => part.replace(/<.*>/, '127.0.0.1'))),
    )
    expect(unknownSettings(settings)).toEqual([])
    const { proxyProtocol } = loadConfig(settings)
    expect(proxyProtocol.length).toBeGreaterThan(2)
    for (const port of proxyProtocol) expect(proxiedPorts).toContain(port)
  })
})

describe('the files for Traefik', () => {
  type Entry = { entryPoints: string[]; service: string }
  type Part = { routers: Record<string, Entry>; services: Record<string, unknown> }
  const fixed = parse(read('deploy/traefik/traefik.yml')) as {
    entryPoints: Record<string, unknown>
    certificatesResolvers: Record<string, unknown>
    providers: { file: { filename: string } }
  }
  const ways = parse(read('deploy/traefik/yanshu.yml')) as { http: Part; tcp: Part }

  it('lead every way in to a service', () => {
    const used = [ways.http, ways.tcp].flatMap(({ routers, services }) =>
      Object.values(routers).flatMap(({ entryPoints, service }) => {
        expect(services).toHaveProperty(service)
        return entryPoints
      }),
    )
    // Plain requests are sent to TLS by the entry point itself.
    expect([...used, 'web'].sort()).toEqual(Object.keys(fixed.entryPoints).sort())
    expect(fixed.providers.file.filename.endsWith('yanshu.yml')).toBe(true)
    expect(Object.keys(fixed.certificatesResolvers)).toEqual(['letsencrypt'])
  })

  it('name the client to every mail port', () => {
    for (const service of Object.values(ways.tcp.services))
      expect(service).toMatchObject({ loadBalancer: { proxyProtocol: { version: 2 } } })
  })
})

describe('the systemd unit', () => {
  const unit = read('deploy/yanshu.service')
  const valuesOf = (name: string): string[] =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(match => match[1] ?? '')

  it('runs the command of the release, and gives it time to stop', () => {
    expect(valuesOf('ExecStart')).toEqual(['/opt/yanshu/bin/yanshu start'])
    const { drainSeconds, stopSeconds } = loadConfig({})
    expect(Number.parseInt(valuesOf('TimeoutStopSec')[0] ?? '', 10)).toBeGreaterThan(
      drainSeconds + stopSeconds,
    )
  })

  it('has settings that the program takes', () => {
    const lines = [...read('deploy/yanshu.env').matchAll(/^#?(YANSHU_[A-Z0-9_]+)=(.*)$/gm)]
    const settings = Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]))
    expect(unknownSettings(settings)).toEqual([])
    expect(loadConfig(settings)).toMatchObject({ smtpPort: 25, submissionsPort: 465, httpHost: '127.0.0.1' })
  })

  it.runIf(existsSync('/usr/bin/systemd-analyze'))('is right for systemd, and exposes little', () => {
    const folder = mkdtempSync(join(tmpdir(), 'yanshu-unit-'))
    try {
      const file = join(folder, 'yanshu.service')
      // Verifying wants the program and the user to be there; any will do.
      const here = unit
        .replace('/opt/yanshu/bin/yanshu', '/bin/true')
        .replace(/^(User|Group)=yanshu$/gm, '$1=daemon')
        .replace(/^EnvironmentFile=/m, 'EnvironmentFile=-')
      writeFileSync(file, here)
      const verified = spawnSync('systemd-analyze', ['verify', '--recursive-errors=no', file], {
        encoding: 'utf8',
      })
      expect(verified.stderr.split('\n').filter(line => line.includes('yanshu.service'))).toEqual([])
      const judged = spawnSync(
        'systemd-analyze',
        ['security', '--offline=true', '--threshold=30', '--no-pager', file],
        {
          encoding: 'utf8',
        },
      )
      expect(judged.stdout).toContain('Overall exposure level')
      expect([judged.status, judged.stderr]).toEqual([0, ''])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
