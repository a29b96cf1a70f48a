/** Settings that bound how much others can make this site store. */
import type { SettingsTable } from './setting-entry.ts'

const mostMb = 10_000_000

export const boundsTable = {
  visitorQuotaMb: {
    group: 'limits',
    kind: 'number',
    default: 50,
    min: 0,
    max: mostMb,
    unit: 'megabytes',
  },
  clientMbPerMinute: {
    group: 'receiving',
    kind: 'number',
    default: 200,
    min: 0,
    max: mostMb,
    unit: 'megabytes',
  },
  clientMbPerDay: {
    group: 'receiving',
    kind: 'number',
    default: 5000,
    min: 0,
    max: mostMb,
    unit: 'megabytes',
  },
  mailboxMbPerMinute: {
    group: 'receiving',
    kind: 'number',
    default: 200,
    min: 0,
    max: mostMb,
    unit: 'megabytes',
  },
  mailboxMbPerDay: {
    group: 'receiving',
    kind: 'number',
    default: 2000,
    min: 0,
    max: mostMb,
    unit: 'megabytes',
  },
  diskFloorMb: {
    group: 'limits',
    kind: 'number',
    default: 1024,
    min: 0,
    max: mostMb,
    unit: 'megabytes',
  },
  databaseMaxMb: {
    group: 'limits',
    kind: 'number',
    default: 0,
    min: 0,
    max: mostMb,
    unit: 'megabytes',
  },
} as const satisfies SettingsTable
