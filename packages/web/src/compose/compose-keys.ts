import type { ComposeStart } from './compose-url.ts'

/** The start of each time of writing has its own key. */
export const composeKeys = {
  session: (source: string, number: number, start: ComposeStart) =>
    ['compose', source, number, start] as const,
  /** The rest of the day's limit. */
  day: (source: string) => ['compose', source, 'day'] as const,
}
