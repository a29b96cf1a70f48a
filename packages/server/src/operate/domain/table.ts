import type { DnsProvider, DnsState } from '@yanshu/contract'
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
  verified_at: number | null
  created_at: number
  /** What the ownership record holds; empty where the operator vouches. */
  token: Generated<string>
  /** The worst of what was found at the last check. */
  dns_state: Generated<DnsState>
  /** 0 to 100, from the last check. */
  score: Generated<number | null>
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
  record: string
  /** JSON: the values. */
  found: string
  state: DnsState
  advice: string
  checked_at: number
}

export type DnsPlanState = 'planned' | 'applying' | 'applied' | 'undoing' | 'undone' | 'failed'

export type DnsPlanTable = {
  id: string
  domain_id: string
  provider: DnsProvider
  /** Encrypted; null once they are no longer needed and were not to be kept. */
  credentials: string | null
  /** Whether the credentials stay for the next time. */
  keeps: Flag
  /** JSON: the changes with what was there before. */
  changes: string
  state: DnsPlanState
  created_at: number
}
