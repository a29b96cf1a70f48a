/**
 * Reads stored messages for people in a thread. Equal requests at the same time run once. The requests of one
 * person run one after another, so that nobody waits for all requests of another.
 */
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import { escapeAttribute } from '../../mail/html/escape.ts'
import type { Reader } from '../../mail/show/reader.ts'
import type { AttachedFile, AttachedMessage, ShownMessage } from '../../mail/show/show-message.ts'
import { type BytesPlace, wholeMessage } from './message-bytes.ts'

export type StoredMessage = BytesPlace & { message_seq: number }

export type Reading = {
  show(reader: LoggedIn, message: StoredMessage): Promise<ShownMessage>
  /** A mail that is attached to it; null when there is none of this number. */
  showAttached(reader: LoggedIn, message: StoredMessage, id: string): Promise<AttachedMessage | null>
  /** Whether the mail, or the one that is attached to it as `attachedAs`, has this picture of the web in it as it is shown. */
  hasImage(reader: LoggedIn, message: StoredMessage, url: string, attachedAs?: string): Promise<boolean>
  attachment(reader: LoggedIn, message: StoredMessage, id: string): Promise<AttachedFile | null>
}

/** Each does what it asked for after what it asked for before. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return <T>(who: string, act: () => Promise<T>): Promise<T> => {
    const mine = (last.get(who) ?? Promise.resolve()).then(act)
    const over: Promise<unknown> = mine
      .catch(() => undefined)
      .then(() => {
        if (last.get(who) === over) last.delete(who)
      })
    last.set(who, over)
    return mine
  }
}

const maxRemembered = 100
const maxRememberedLength = 4_000_000

/** The pictures of the mails shown last: a page asks for each of them by itself. */
function createImageMemory() {
  const images = new Map<string, ReadonlySet<string>>()
  let length = 0
  const lengthOf = (urls: ReadonlySet<string> | undefined) =>
    [...(urls ?? [])].reduce((sum, url) => sum + url.length, 0)
  const forget = (mail: string) => {
    length -= lengthOf(images.get(mail))
    images.delete(mail)
  }
  return {
    of: (mail: string) => images.get(mail),
    remember(mail: string, urls: ReadonlySet<string>): void {
      forget(mail)
      images.set(mail, urls)
      length += lengthOf(urls)
      for (const oldest of images.keys()) {
        if (images.size <= maxRemembered && length <= maxRememberedLength) break
        forget(oldest)
      }
    },
  }
}

const nameOf = (reader: LoggedIn): string => (reader.role === 'mailbox' ? reader.mailboxId : reader.accountId)

export function createReading({ blobs, pool }: { blobs: BlobStore; pool: Reader }): Reading {
  const inTurn = createTurns()
  const underWay = new Map<string, Promise<ShownMessage>>()
  const memory = createImageMemory()

  function show(reader: LoggedIn, message: StoredMessage): Promise<ShownMessage> {
    const seq = message.message_seq
    const name = nameOf(reader)
    const key = `${name} ${seq}`
    const same = underWay.get(key)
    if (same !== undefined) return same
    const showing = inTurn(name, async () => {
      // Fetched only now: those that wait for their turn may be many.
      const shown = await pool.run('show', { raw: await wholeMessage(blobs, message) })
      memory.remember(`${seq}`, new Set(shown.images))
      return shown
    }).finally(() => underWay.delete(key))
    underWay.set(key, showing)
    return showing
  }

  const showAttached: Reading['showAttached'] = (reader, message, id) =>
    inTurn(nameOf(reader), async () => {
      const shown = await pool.run('showAttached', { raw: await wholeMessage(blobs, message), id })
      if (shown) memory.remember(`${message.message_seq}/${id}`, new Set(shown.images))
      return shown
    })

  return {
    show,
    showAttached,
    async hasImage(reader, message, url, attachedAs) {
      const seq = message.message_seq
      const known = memory.of(attachedAs === undefined ? `${seq}` : `${seq}/${attachedAs}`)
      if (known) return known.has(escapeAttribute(url))
      const shown =
        attachedAs === undefined
          ? await show(reader, message)
          : await showAttached(reader, message, attachedAs)
      return shown?.images.includes(escapeAttribute(url)) ?? false
    },
    attachment: (reader, message, id) =>
      inTurn(nameOf(reader), async () =>
        pool.run('attachment', { raw: await wholeMessage(blobs, message), id }),
      ),
  }
}
