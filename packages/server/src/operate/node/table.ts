/** One node of the site, as it last told of itself. */
export type NodeTable = {
  id: string
  started_at: number
  seen_at: number
  /** JSON: see heartbeat.ts. */
  facts: string
}

declare module '../../database/schema.ts' {
  interface Schema {
    node: NodeTable
  }
}
