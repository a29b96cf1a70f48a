/** The named checks, one per step of setting a site up: `yanshu doctor` and the guide on the pages run the same. */
import type { GuideStepName } from '@yanshu/contract'
import type { Says } from '../words/says.ts'
import { lookAtDomain, lookAtMailHost } from './look-at-dns.ts'
import { lookAtFirstMail, lookAtPassword, lookAtPortIn, lookAtUrl } from './look-at-first-steps.ts'
import { lookAtStore } from './look-at-store.ts'
import { lookAtTrust } from './look-at-trust.ts'
import { lookAtWayOut } from './look-at-way-out.ts'
import type { Place } from './place.ts'

export type Seen = {
  /** Whether somebody from outside has opened the site under its URL. */
  readonly visited: boolean
  /** When mail from outside, and somebody from outside at the SMTP port, were last noted; records of both are short-lived. */
  readonly mailCameAt: number | null
  readonly portSeenAt: number | null
}

type Check = (place: Place, seen: Seen) => Promise<Says[]>

export const checks: Readonly<Record<GuideStepName, Check>> = {
  password: lookAtPassword,
  address: async (place, { visited }) => lookAtUrl(place, visited),
  mailHost: lookAtMailHost,
  portIn: (place, { portSeenAt }) => lookAtPortIn(place, portSeenAt),
  certificate: lookAtTrust,
  domain: lookAtDomain,
  firstMail: (place, { mailCameAt }) => lookAtFirstMail(place, mailCameAt),
  sending: lookAtWayOut,
  store: lookAtStore,
}
