import type { Dashboard } from '@yanshu/contract'
import type { Scope } from '../../kernel/call/caller.ts'
import type { TimeWindow } from './time-window.ts'

/** A room's part of the dashboard: figures, series and a section of its own. */
export type Section = (
  scope: Scope,
  window: TimeWindow,
) => Promise<
  Partial<Pick<Dashboard, 'sending' | 'selling'>> & {
    figures?: Record<string, number>
    before?: Record<string, number>
    series?: Dashboard['series']
  }
>
