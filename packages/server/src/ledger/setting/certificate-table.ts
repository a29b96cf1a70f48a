/** Settings of certificates that an authority signs for us (ACME). */
import type { SettingsTable } from './setting-entry.ts'

export const certificateTable = {
  acme: {
    group: 'certificate',
    kind: 'switch',
    default: false,
    needs: ['acmeDirectory'],
  },
  acmeTerms: {
    group: 'certificate',
    kind: 'switch',
    default: false,
  },
  acmeContact: {
    group: 'certificate',
    kind: 'text',
    default: '',
    maxLength: 254,
    shape: 'mailAddress',
  },
  acmeWay: {
    group: 'certificate',
    kind: 'choice',
    default: 'auto',
    choices: ['auto', 'http', 'dns'],
  },
  acmeDomainHosts: {
    group: 'certificate',
    kind: 'switch',
    default: true,
  },
  acmeDirectory: {
    group: 'certificate',
    kind: 'text',
    default: 'https://acme-v02.api.letsencrypt.org/directory',
    maxLength: 500,
    shape: 'secureUrl',
  },
  acmeEabKid: {
    group: 'certificate',
    kind: 'text',
    default: '',
    maxLength: 500,
  },
  acmeEabKey: {
    group: 'certificate',
    kind: 'secret',
    default: '',
    maxLength: 500,
    shape: 'base64url',
  },
} as const satisfies SettingsTable
