/** Lists every setting of the site that can change while the program runs. */
import { ledgerWords } from '../words.ts'
import { boundsTable } from './bounds-table.ts'
import { certificateTable } from './certificate-table.ts'
import { outboundTable } from './outbound-table.ts'
import type { SettingsTable, ValuesOf } from './setting-entry.ts'
import { paymentTable, storeTable } from './store-table.ts'

export const siteTable = {
  siteName: {
    group: 'site',
    kind: 'text',
    default: ledgerWords.defaults.siteName,
    maxLength: 30,
    isNeeded: true,
  },
  publicUrl: {
    group: 'site',
    kind: 'text',
    default: '',
    maxLength: 260,
    shape: 'webOrigin',
    environment: 'publicUrl',
  },
  mailHost: {
    group: 'site',
    kind: 'text',
    default: '',
    maxLength: 253,
    shape: 'hostName',
    environment: 'mailHost',
  },
  homeText: {
    group: 'site',
    kind: 'text',
    default: ledgerWords.defaults.homeText,
    maxLength: 60,
  },
  notice: {
    group: 'site',
    kind: 'text',
    default: '',
    maxLength: 200,
  },
  legal: {
    group: 'site',
    kind: 'longText',
    default: '',
    maxLength: 20_000,
  },
  complaint: {
    group: 'site',
    kind: 'text',
    default: '',
    maxLength: 254,
    shape: 'mailAddress',
  },
  complaintForm: {
    group: 'site',
    kind: 'switch',
    default: true,
  },
  icp: {
    group: 'site',
    kind: 'text',
    default: '',
    maxLength: 60,
  },

  registration: {
    group: 'registration',
    kind: 'switch',
    default: true,
  },
  temporary: {
    group: 'registration',
    kind: 'switch',
    default: true,
  },
  lifetimes: {
    group: 'registration',
    kind: 'numberList',
    default: [10, 60, 1440, 10080],
    min: 0,
    max: 525_600,
    unit: 'minutes',
  },
  defaultLifetime: {
    group: 'registration',
    kind: 'number',
    default: 60,
    min: 0,
    max: 525_600,
    unit: 'minutes',
  },
  cards: {
    group: 'registration',
    kind: 'switch',
    default: true,
  },
  reservedNames: {
    group: 'registration',
    kind: 'list',
    default: [],
    maxItems: 1000,
    shape: 'namePattern',
  },
  nameMinLength: {
    group: 'registration',
    kind: 'number',
    default: 1,
    min: 1,
    max: 20,
    unit: 'characters',
  },

  sessionDays: {
    group: 'login',
    kind: 'number',
    default: 30,
    min: 1,
    max: 365,
    unit: 'days',
  },
  lookAllowed: {
    group: 'privacy',
    kind: 'switch',
    default: true,
  },
  lookNeedsReason: {
    group: 'privacy',
    kind: 'switch',
    default: true,
  },

  proofStrength: {
    group: 'abuse',
    kind: 'choice',
    default: 'normal',
    choices: ['light', 'normal', 'strong'],
  },

  ...storeTable,
  ...paymentTable,

  freeCreationsPerHour: {
    group: 'abuse',
    kind: 'number',
    default: 30,
    min: 0,
    max: 100_000,
    unit: 'items',
  },
  smtpPerMinute: {
    group: 'receiving',
    kind: 'number',
    default: 600,
    min: 0,
    max: 1_000_000,
    unit: 'mails',
  },
  smtpMaxMb: {
    group: 'receiving',
    kind: 'number',
    default: 25,
    min: 1,
    max: 100,
    unit: 'megabytes',
  },
  smtpMaxRecipients: {
    group: 'receiving',
    kind: 'number',
    default: 100,
    min: 100,
    max: 1000,
    unit: 'items',
  },
  spamThreshold: {
    group: 'receiving',
    kind: 'number',
    default: 5,
    min: 1,
    max: 100,
    unit: 'points',
  },
  blocklists: {
    group: 'delivery',
    kind: 'list',
    default: [
      'zen.spamhaus.org',
      'bl.spamcop.net',
      'b.barracudacentral.org',
      'psbl.surriel.com',
      'bl.mailspike.net',
      'dnsbl-1.uceprotect.net',
    ],
    maxItems: 30,
    shape: 'hostName',
  },
  portProbes: {
    group: 'delivery',
    kind: 'list',
    default: ['qq.com', 'gmail.com'],
    maxItems: 5,
    shape: 'hostName',
  },
  retentionDays: {
    group: 'retention',
    kind: 'number',
    default: 0,
    min: 0,
    max: 3650,
    unit: 'days',
  },
  trashDays: {
    group: 'retention',
    kind: 'number',
    default: 30,
    min: 1,
    max: 3650,
    unit: 'days',
  },
  traceDays: {
    group: 'retention',
    kind: 'number',
    default: 7,
    min: 1,
    max: 365,
    unit: 'days',
  },
  restoreHours: {
    group: 'retention',
    kind: 'number',
    default: 24,
    min: 0,
    max: 720,
    unit: 'hours',
  },
  temporaryRestDays: {
    group: 'retention',
    kind: 'number',
    default: 90,
    min: 0,
    max: 3650,
    unit: 'days',
  },
  accountRestDays: {
    group: 'retention',
    kind: 'number',
    default: 365,
    min: 0,
    max: 3650,
    unit: 'days',
  },
  keepCardCodes: {
    group: 'retention',
    kind: 'switch',
    default: false,
  },
  webhookLimit: {
    group: 'limits',
    kind: 'number',
    default: 20,
    min: 0,
    max: 200,
    unit: 'items',
  },
  uploadLimitMb: {
    group: 'limits',
    kind: 'number',
    default: 25,
    min: 1,
    max: 1000,
    unit: 'megabytes',
  },

  mailTmApi: {
    group: 'interfaces',
    kind: 'switch',
    default: false,
  },
  mailTmAtRoot: {
    group: 'interfaces',
    kind: 'switch',
    default: false,
  },
  ...certificateTable,
  ...boundsTable,
  ...outboundTable,
} as const satisfies SettingsTable

export type SiteValues = ValuesOf<typeof siteTable>
export type SiteSettingName = keyof typeof siteTable
