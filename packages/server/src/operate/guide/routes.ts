import type { Handlers } from '../../kernel/call/handlers.ts'
import type { Guide } from './guide.ts'

export function guideRoutes(guide: Guide) {
  return {
    getGuide: async () => ({ list: await guide.list() }),

    async editGuide({ body: { step, act } }) {
      if (act === 'look') guide.forget(step)
      else await guide.skip(step, act === 'skip')
      return { list: await guide.list() }
    },
  } satisfies Partial<Handlers>
}
