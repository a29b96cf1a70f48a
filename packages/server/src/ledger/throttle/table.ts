/** The number of hits within a window, and the end of that window. */
export type ThrottleTable = {
  key: string
  count: number
  window_ends_at: number
}

declare module '../../database/schema.ts' {
  interface Schema {
    throttle: ThrottleTable
  }
}
