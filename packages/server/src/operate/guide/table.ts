/** One step of setting the site up, as it was when somebody last looked. */
export type GuideStepTable = {
  name: string
  /** When it was last seen done; null when it never was. */
  done_at: number | null
  /** Since when it is not done any more; null while it is, and when it never was. */
  broken_at: number | null
  skipped_at: number | null
}

declare module '../../database/schema.ts' {
  interface Schema {
    guide_step: GuideStepTable
  }
}
