/** The MTA-STS policy of another domain (RFC 8461), for as long as it asked to be remembered. */
export type StsPolicyTable = {
  domain: string
  policy_id: string
  /** JSON: see mta-sts.ts. */
  policy: string
  until: number
}

declare module '../../database/schema.ts' {
  interface Schema {
    sts_policy: StsPolicyTable
  }
}
