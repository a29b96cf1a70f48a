/**
 * Limits files that are still being uploaded. The database counts finished files, but these are only on the
 * disk of this program, and a client that begins many and ends none must not fill it.
 */
import { AppError } from '../../kernel/app-error.ts'
import { outboundWords } from '../words/words.ts'

/** This equals the number of files in one mail, so that all of them can be chosen at once. */
export const maxComing = 50

export type ComingFile = {
  /** Counts every piece that has come; throws when there is no room for it. */
  add(bytes: number): void
  leave(): void
}

export type ComingFiles = {
  /** Throws when too many files are coming; `room` is the limit for all files that one owner has coming. */
  enter(owner: string, room: number): ComingFile
}

const tooMuch = () => new AppError('limitReached', { msg: outboundWords.tooManyComing })

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
