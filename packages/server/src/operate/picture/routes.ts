import type { Db } from '../../database/types.ts'
import { asLoggedIn, isLoggedIn } from '../../identity/access.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { Caller } from '../../kernel/call/caller.ts'
import { ownerKey } from '../../kernel/call/caller.ts'
import { type Handlers, RawAnswer } from '../../kernel/call/handlers.ts'
import { logoKey, pictureHeaders, pictureUrl } from './picture.ts'
import { findPicture, pictureIds } from './repository.ts'
import { type PictureDeps, setPicture } from './set-picture.ts'

/** The pictures that the pages show to a caller. */
export async function picturesFor(db: Db, caller: Caller): Promise<{ logo: string; avatar: string }> {
  const own = isLoggedIn(caller) ? ownerKey(caller) : null
  const ids = await pictureIds(db.query, own === null ? [logoKey] : [logoKey, own])
  return { logo: pictureUrl(ids.get(logoKey)), avatar: own === null ? '' : pictureUrl(ids.get(own)) }
}

export function pictureRoutes(deps: PictureDeps) {
  return {
    setPicture: async ({ body, caller }) => ({ url: await setPicture(deps, asLoggedIn(caller), body) }),

    async getPicture({ params }) {
      const picture = await findPicture(deps.db.query, params.id)
      if (!picture) throw new AppError('notFound')
      return new RawAnswer(pictureHeaders(picture.content_type), Buffer.from(picture.bytes))
    },
  } satisfies Partial<Handlers>
}
