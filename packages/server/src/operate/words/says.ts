/**
 * The results of looking: what was found, as a key with values. The terminal says them in English (`doctor/english.ts`),
 * the guide on the pages in Chinese (`doctor.ts`); the type check fails when one of the two omits one.
 */
import type { PayWay } from '@yanshu/contract'
import type { TlsFault } from '../../domain/words/facts.ts'

/** `todo`: something is left to do. `fail`: it does not work. `unknown`: it cannot be known from here. */
export type SaysState = 'ok' | 'todo' | 'fail' | 'unknown'

export type DoctorFacts = {
  passwordOfEnvironment: { username: string }
  passwordOwn: { username: string; twoFactor: boolean; codes: number }
  passwordAdmins: { admins: number; secured: number }
  urlMissing: { siteName: string }
  urlPlain: { siteName: string; url: string }
  urlSet: { siteName: string; url: string }
  urlVisited: { siteName: string; url: string }
  hostUnnamed: { host: string }
  hostFound: { host: string; addresses: readonly string[] }
  hostPrivate: { host: string; addresses: readonly string[] }
  hostMissing: { host: string }
  dnsSilent: { name: string; why: string }
  ptrRight: { host: string }
  ptrMissing: { address: string; host: string }
  ptrOther: { address: string; found: string; host: string }
  portSeen: { address: string; at: string }
  portSeenBefore: { at: string }
  portInside: { address: string }
  portUnseen: { port: number }
  ingestOpen: { url: string }
  certificateTrusted: { host: string; until: string }
  certificateEndsSoon: { host: string; until: string }
  certificateRefused: { host: string; fault: TlsFault }
  certificateUnseen: { host: string }
  trialDomain: { domain: string }
  mxRight: { domain: string; host: string }
  mxMissing: { domain: string; host: string }
  mxElsewhere: { domain: string; hosts: readonly string[]; host: string }
  mxByIngest: { domain: string; hosts: readonly string[] }
  recordsLeft: { domain: string; left: number; all: number }
  recordsUnseen: { domain: string }
  openAndSold: { domain: string }
  mailCame: { at: string; client: string }
  mailCameBefore: { at: string }
  mailNone: { domain: string }
  dkimReady: { domain: string }
  dkimMissing: { domain: string }
  relayReached: { domain: string; host: string; port: number }
  relayDown: { domain: string; host: string; port: number; why: string }
  wayOutOpen: { host: string; port: number }
  wayOutNoGreeting: { host: string; port: number }
  wayOutUnknown: { host: string; port: number }
  wayOutShut: { host: string; port: number; why: string; relayed: readonly string[] }
  wayOutUntried: Record<string, never>
  gatewayOutOfReach: { way: PayWay }
  storeClosed: Record<string, never>
  storeOpen: Record<string, never>
  soldDomains: { domains: readonly string[] }
  soldNone: Record<string, never>
  plansOnSale: { plans: number }
  plansNone: Record<string, never>
  waysReady: { ways: readonly PayWay[] }
  waysNone: Record<string, never>
  orderDone: { at: string }
  orderNone: Record<string, never>
}

export type DoctorKey = keyof DoctorFacts

export type Says = {
  [Key in DoctorKey]: { readonly state: SaysState; readonly key: Key; readonly values: DoctorFacts[Key] }
}[DoctorKey]

export const says = <Key extends DoctorKey>(state: SaysState, key: Key, values: DoctorFacts[Key]): Says =>
  ({ state, key, values }) as Says
