import type { Flag } from '../../database/schema.ts'

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
}
