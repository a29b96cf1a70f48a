/** Makes a deliverer whose name system is a table and whose servers are on this machine. */
import { systemClock } from '../../../kernel/clock.ts'
import { rawMail } from '../../../mail/mime/testing/build-mail.ts'
import type { GuardedFetch } from '../../../outside/guarded-fetch.ts'
import { OutsideError } from '../../../outside/outside-error.ts'
import type { Answer, Mx, Resolver, Tlsa } from '../../../outside/resolver.ts'
import { fakeResolver } from '../../../testing/fake-resolver.ts'
import { createDeliverer, type Deliverer, type DelivererDeps, type Delivery } from '../deliver.ts'

export type NameTable = {
  readonly mx?: Readonly<Record<string, readonly Mx[] | Answer<Mx>['kind']>>
  readonly v4?: Readonly<Record<string, readonly string[] | Answer<string>['kind']>>
  readonly v6?: Readonly<Record<string, readonly string[]>>
  readonly alias?: Readonly<Record<string, readonly string[]>>
  readonly txt?: Readonly<Record<string, readonly string[]>>
  readonly tlsa?: Readonly<Record<string, readonly Tlsa[] | 'trouble'>>
  /** Every answer is from a signed zone. */
  readonly isAuthentic?: boolean
}

function answer<T>(
  table: Readonly<Record<string, readonly T[] | Answer<T>['kind']>> | undefined,
  name: string,
  isAuthentic = false,
): Answer<T> {
  const entry = table?.[name]
  if (entry === 'trouble') return { kind: 'trouble', why: 'server' }
  if (entry === 'noSuchName') return { kind: 'noSuchName' }
  return entry === undefined || entry === 'nothing' || entry === 'found'
    ? { kind: 'nothing' }
    : { kind: 'found', records: entry, isAuthentic }
}

export const tableResolver = (table: NameTable): Resolver =>
  fakeResolver({
    MX: domain => answer(table.mx, domain, table.isAuthentic),
    A: host => answer(table.v4, host, table.isAuthentic),
    TLSA: name => answer<Tlsa>(table.tlsa, name, table.isAuthentic),
    AAAA: host => answer(table.v6, host),
    CNAME: host => answer(table.alias, host),
    TXT: name => answer(table.txt, name),
  })

export const farNames: NameTable = {
  mx: { 'far.test': [{ exchange: 'mx.far.test', priority: 10 }] },
  v4: { 'mx.far.test': ['127.0.0.1'] },
}

export const noFetch: GuardedFetch = () => Promise.reject(new OutsideError('network'))

export function testDeliverer({
  names = farNames,
  ...deps
}: Partial<DelivererDeps> & { names?: NameTable } = {}): Deliverer {
  return createDeliverer({
    clock: systemClock,
    fetch: noFetch,
    hostname: () => 'mail.here.test',
    resolver: tableResolver(names),
    allowPrivate: (ip, port) => ip === '127.0.0.1' && port === deps.mxPort,
    ...deps,
  })
}

export const sample = rawMail(
  'From: me@here.test',
  'To: a@far.test',
  'Subject: hello',
  '',
  'first line',
  '.',
  '..two dots',
  'last line',
)

export function deliveryTo(recipients: readonly string[], more: Partial<Delivery> = {}): Delivery {
  return {
    domain: 'far.test',
    relay: null,
    envelope: { from: 'me@here.test', recipients, smtpUtf8: false },
    message: sample,
    ...more,
  }
}
