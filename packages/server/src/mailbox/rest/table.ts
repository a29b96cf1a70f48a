/** A name that was given up. The hashes tell nobody which name it was, nor who had it. */
export type RestingNameTable = {
  name: string
  /** Null when nobody can show that it was theirs. */
  holder: string | null
  until: number
}

declare module '../../database/schema.ts' {
  interface Schema {
    resting_name: RestingNameTable
  }
}
