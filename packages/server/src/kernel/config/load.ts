/**
 * Reads the configuration: a file named by `YANSHU_CONFIG` (lines `NAME=value`), then the environment, which
 * wins. `NAME_FILE` names a file that holds the value, for secrets mounted by an orchestrator. All faults are
 * reported together.
 */
import { readFileSync } from 'node:fs'
import type { EnvironmentSetting } from './environment-setting.ts'
import { type Config, settingsTable } from './settings-table.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export class ConfigError extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length} fault(s):\n${faults.map(fault => `  - ${fault}`).join('\n')}\ndocs/configuration.md lists every setting with what it allows.`,
    )
    this.faults = faults
  }
}

function readConfigFile(path: string): Environment {
  const values: Record<string, string> = {}
  for (const line of readFileSync(path, 'utf8').split(/\r?\n/)) {
    const match = /^\s*(YANSHU_[A-Z0-9_]+)\s*=\s*(.*?)\s*$/.exec(line)
    if (match?.[1] !== undefined && match[2] !== undefined)
      values[match[1]] = match[2].replace(/^(["'])(.*)\1$/, '$2')
  }
  return values
}

/** Returns the value or the fault. A fault never shows the value of a secret. */
function parse(setting: EnvironmentSetting, raw: string): { value: unknown } | { fault: string } {
  const shown = setting.secret ? 'the value' : JSON.stringify(raw.length > 80 ? `${raw.slice(0, 80)}…` : raw)
  switch (setting.type) {
    case 'integer': {
      const value = /^\d{1,12}$/.test(raw) ? Number(raw) : Number.NaN
      if (value >= setting.min && value <= setting.max) return { value }
      return {
        fault: `${setting.name}: ${shown} is not a whole number from ${setting.min} to ${setting.max}`,
      }
    }
    case 'choice':
      if (setting.choices.includes(raw)) return { value: raw }
      return { fault: `${setting.name}: ${shown} is none of ${setting.choices.join(', ')}` }
    case 'list': {
      const value = raw.split(/[\s,]+/).filter(item => item !== '')
      const { pattern, accepts } = setting
      const wrong = value.find(item => (pattern && !pattern.test(item)) || (accepts && !accepts(item)))
      if (wrong === undefined) return { value }
      return { fault: `${setting.name}: ${JSON.stringify(wrong)} is not allowed; expected ${setting.form}` }
    }
    case 'text':
      if (!setting.pattern || setting.pattern.test(raw)) return { value: raw }
      return { fault: `${setting.name}: ${shown} is not allowed; expected ${setting.form}` }
  }
}

function rawValue(environment: Environment, name: string): string | undefined {
  const file = environment[`${name}_FILE`]
  if (file === undefined || file === '') return environment[name]
  if (environment[name]) throw new Error(`${name} and ${name}_FILE are both set; keep one`)
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch {
    throw new Error(`${name}_FILE: the file cannot be read`)
  }
}

/** Reports a certificate without its key, or a key without its certificate. */
function halfPairs(values: Readonly<Record<string, unknown>>): string[] {
  if ((values.tlsCert === '') === (values.tlsKey === '')) return []
  const { tlsCert, tlsKey } = settingsTable
  const [set, missing] = values.tlsCert === '' ? [tlsKey, tlsCert] : [tlsCert, tlsKey]
  return [`${set.name} is set and ${missing.name} is not: a certificate and its key belong together`]
}

/** Reports a PROXY header that nobody could send. */
function uselessProxyPorts({ proxyProtocol, trustedProxies }: Readonly<Record<string, unknown>>): string[] {
  const isSet = (value: unknown): boolean => Array.isArray(value) && value.length > 0
  if (!isSet(proxyProtocol) || isSet(trustedProxies)) return []
  return [
    `${settingsTable.proxyProtocol.name} is set and ${settingsTable.trustedProxies.name} is not: name the balancer’s address there`,
  ]
}

export function loadConfig(environment: Environment): Config {
  const faults: string[] = []
  const values: Record<string, unknown> = {}
  let sources = environment
  const file = environment.YANSHU_CONFIG
  if (file) {
    try {
      sources = { ...readConfigFile(file), ...environment }
    } catch {
      faults.push('YANSHU_CONFIG: the file cannot be read')
    }
  }
  for (const [key, setting] of Object.entries(settingsTable) as [string, EnvironmentSetting][]) {
    try {
      const raw = rawValue(sources, setting.name)
      if (raw === undefined || raw === '') {
        values[key] = setting.default
        continue
      }
      const parsed = parse(setting, raw)
      if ('fault' in parsed) faults.push(parsed.fault)
      else values[key] = parsed.value
    } catch (cause) {
      faults.push(cause instanceof Error ? cause.message : String(cause))
    }
  }
  faults.push(...halfPairs(values), ...uselessProxyPorts(values))
  if (faults.length > 0) throw new ConfigError(faults)
  return values as Config
}

/** Returns names with our prefix that are unknown: a typing mistake, or a setting of another version. */
export function unknownSettings(environment: Environment): string[] {
  const known = new Set<string>(['YANSHU_CONFIG'])
  for (const { name } of Object.values(settingsTable)) known.add(name).add(`${name}_FILE`)
  return Object.keys(environment).filter(name => name.startsWith('YANSHU_') && !known.has(name))
}
