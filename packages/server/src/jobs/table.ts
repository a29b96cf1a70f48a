/** When a periodic job is due next; whoever moves it forward runs it. */
export type JobTable = {
  name: string
  next_at: number
}

declare module '../database/schema.ts' {
  interface Schema {
    job: JobTable
  }
}
