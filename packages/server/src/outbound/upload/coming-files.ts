/**
 * Files that are still coming in. What lies there already is counted in the database; these lie on the disk of this
 * program only, and whoever begins many and ends none must not fill it.
 */
import { AppError } from '../../app-error.ts'

/** As many as one mail may have, so that all of them may be chosen at once. */
export const maxComing = 50

export type ComingFile = {
  /** Told of every piece that has come; throws when there is no room for it. */
  add(bytes: number): void
  leave(): void
}

export type ComingFiles = {
  /** Throws when as many are coming as may; `room` is for all that one owner has coming. */
  enter(owner: string, room: number): ComingFile
}

const tooMuch = () => new AppError('limitReached', { msg: '正在上传的文件太多，请等前面的传完再传' })

export function createComingFiles(): ComingFiles {
  const owners = new Map<string, { files: number; bytes: number }>()
  return {
    enter(owner, room) {
      const all = owners.get(owner) ?? { files: 0, bytes: 0 }
      if (all.files >= maxComing) throw tooMuch()
      all.files++
      owners.set(owner, all)
      let own = 0
      return {
        add(bytes) {
          own += bytes
          all.bytes += bytes
          if (all.bytes > room) throw tooMuch()
        },
        leave() {
          all.files--
          all.bytes -= own
          if (all.files === 0) owners.delete(owner)
        },
      }
    },
  }
}
