import type { DnsKind, DnsLevel, DnsProvider, DnsState } from '@yanshu/contract'
import type { Generated } from 'kysely'
import type { Flag } from '../database/schema.ts'
import type { DkimAlgorithm, DkimKeyState } from './dns/record-texts.ts'

/** Domains that somebody has proved, or that the operator vouches for. Only these receive and send. */
export type DomainTable = {
  id: string
  /** The name in lower case and ASCII. */
  name: string
  owner_id: string | null
  /** Open for registration. */
  open: Flag
  /** Sold in the store. */
  store: Flag
  catch_all: Flag
  subdomains: Flag
  /** Null when the proof has not been seen for days and the domain is suspended. */
  verified_at: number | null
  created_at: number
  /** The text of the ownership record; empty when the operator vouches for the domain. */
  token: Generated<string>
  checked_at: Generated<number | null>
  /** Set when it is being removed; from then on the domain looks as if it did not exist. */
  removed_at: Generated<number | null>
  /** The host that receives its mail; null for the host of the site. */
  mail_host: Generated<string | null>
}

/** A name that an account claims and has not proved yet. It can do nothing. */
export type DomainClaimTable = {
  id: string
  name: string
  owner_id: string
  token: string
  checked_at: number | null
  created_at: number
}

export type DkimKeyTable = {
  id: string
  /** The id of a domain or of a claim; a claim that is proved keeps its id. */
  domain_id: string
  selector: string
  algorithm: DkimAlgorithm
  /** PKCS #8, encrypted. */
  private_key: string
  /** Base64, in the form of the record's `p=`. */
  public_key: string
  state: DkimKeyState
  created_at: number
  retire_at: number | null
}

/** The finding of the last check for one record. */
export type DomainRecordTable = {
  domain_id: string
  /** The record's name among those of the domain. */
  record: string
  kind: DnsKind
  level: DnsLevel
  /** JSON: the values. */
  found: string
  state: DnsState
  /** A fact; empty when there is no advice. */
  advice: string
  checked_at: number
  /** The time since which a record that was right is wrong; null while it is right, or if it never was. */
  broken_at: number | null
}

export type DnsPlanState = 'planned' | 'applying' | 'applied' | 'undoing' | 'undone' | 'failed'

export type DnsPlanTable = {
  id: string
  domain_id: string
  provider: DnsProvider
  /** JSON: the changes, each with a flag that tells whether it was made. */
  changes: string
  /** JSON: the records from which the plan was made. */
  seen: string
  state: DnsPlanState
  /** The time when the state or a change was last recorded. */
  changed_at: number
  created_at: number
}

/** Credentials that somebody asked us to store. */
export type DnsAccessTable = {
  domain_id: string
  provider: DnsProvider
  /** JSON, encrypted. */
  credentials: string
  created_at: number
}

declare module '../database/schema.ts' {
  interface Schema {
    domain: DomainTable
    domain_claim: DomainClaimTable
    dkim_key: DkimKeyTable
    domain_record: DomainRecordTable
    dns_plan: DnsPlanTable
    dns_access: DnsAccessTable
  }
}
