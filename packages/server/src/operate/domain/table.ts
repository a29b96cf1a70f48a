import type { DnsKind, DnsLevel, DnsProvider, DnsState } from '@yanshu/contract'
import type { Generated } from 'kysely'
import type { Flag } from '../../database/schema.ts'

/** Domains that somebody has proved to be theirs, or that the operator vouches for. Only these receive and send. */
export type DomainTable = {
  id: string
  /** Lower case, in ASCII. */
  name: string
  owner_id: string | null
  /** Open for registration. */
  open: Flag
  /** Sold in the store. */
  store: Flag
  catch_all: Flag
  subdomains: Flag
  /** Null when the proof has not been seen for days: then it is not in force. */
  verified_at: number | null
  created_at: number
  /** What the ownership record holds; empty where the operator vouches. */
  token: Generated<string>
  checked_at: Generated<number | null>
  /** Set when it is being removed: from then on it is as if it were not there. */
  removed_at: Generated<number | null>
}

/** A name that an account says is its own and has not proved yet. It can do nothing. */
export type DomainClaimTable = {
  id: string
  name: string
  owner_id: string
  token: string
  checked_at: number | null
  created_at: number
}

export type DkimAlgorithm = 'rsa' | 'ed25519'

/** `waiting`: shown and looked for, not signing yet. `retiring`: no longer signing, still published. */
export type DkimKeyState = 'waiting' | 'active' | 'retiring'

export type DkimKeyTable = {
  id: string
  /** Of a domain or of a claim; a claim that is proved keeps its id. */
  domain_id: string
  selector: string
  algorithm: DkimAlgorithm
  /** PKCS #8, encrypted. */
  private_key: string
  /** Base64, as the record's `p=` has it. */
  public_key: string
  state: DkimKeyState
  created_at: number
  retire_at: number | null
}

/** What the last check found for one record. */
export type DomainRecordTable = {
  domain_id: string
  /** Names it among the records of the domain. */
  record: string
  kind: DnsKind
  level: DnsLevel
  /** JSON: the values. */
  found: string
  state: DnsState
  advice: string
  checked_at: number
  /** Since when a record that was right is not; null while it is, or when it never was. */
  broken_at: number | null
}

export type DnsPlanState = 'planned' | 'applying' | 'applied' | 'undoing' | 'undone' | 'failed'

export type DnsPlanTable = {
  id: string
  domain_id: string
  provider: DnsProvider
  /** JSON: the changes, each with whether it was made. */
  changes: string
  /** JSON: the records that the plan was made from. */
  seen: string
  state: DnsPlanState
  /** When the state or a change was last written down. */
  changed_at: number
  created_at: number
}

/** Credentials that somebody asked us to keep. */
export type DnsAccessTable = {
  domain_id: string
  provider: DnsProvider
  /** JSON, encrypted. */
  credentials: string
  created_at: number
}
