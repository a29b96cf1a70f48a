/** Loads everything that writing needs: the possible senders, and the draft or the mail it begins with. */
import { useQuery } from '@tanstack/react-query'
import type { MailDetail, Upload } from '@yanshu/contract'
import type { Api } from '../api/index.ts'
import { useMailSource } from '../mail/source.tsx'
import { composeKeys } from './compose-keys.ts'
import type { ComposeStart } from './compose-url.ts'
import { answerContent, type Content, newContent, type Senders } from './content.ts'
import type { Saved } from './draft-keeper.ts'
import { originalHtml } from './original.ts'
import { takeUnsaved } from './unsaved.ts'

export type Session = {
  senders: Senders
  content: Content
  files: readonly Upload[]
  saved: Saved | null
  /** True when a part is not on the server yet, because it was written when a login ended. */
  unsaved?: true
}

/** Turns the files of a forwarded mail, also its pictures, into own uploads. */
async function takeFiles(
  api: Api,
  mail: MailDetail,
): Promise<{ files: Upload[]; pictures: Map<string, string> }> {
  const pictures = new Map<string, string>()
  if (mail.attachments.length === 0) return { files: [], pictures }
  const { list } = await api.attachFromEmail({
    body: { id: mail.id, attachments: mail.attachments.slice(0, 50).map(({ id }) => id) },
  })
  for (const [index, { cid }] of mail.attachments.entries()) {
    const file = list[index]
    if (cid !== null && file && mail.html?.includes(`data-cid="${cid}"`)) pictures.set(cid, file.id)
  }
  return { files: list, pictures }
}

/** The mailbox that a mail came to answers it, also where it is none of the first ones. */
async function withSender(api: Api, senders: Senders, mail: MailDetail): Promise<Senders> {
  if (senders.list.some(one => one.mailboxId === mail.mailboxId)) return senders
  const { list } = await api.getSenders({ query: { q: mail.address } })
  const found = list.filter(one => one.mailboxId === mail.mailboxId)
  return found.length === 0 ? senders : { ...senders, list: [...found, ...senders.list] }
}

async function begin(
  api: Api,
  start: ComposeStart,
  choice: { mayUpload: boolean; mailbox: string | null },
): Promise<Session> {
  const senders = await api.getSenders({ query: {} })
  const kept = takeUnsaved(
    start,
    senders.list.map(one => one.address),
  )
  if (kept) return { senders, content: kept.content, files: kept.files, saved: kept.saved, unsaved: true }
  if (start.kind === 'new')
    return { senders, content: newContent(senders, choice.mailbox), files: [], saved: null }
  if (start.kind === 'draft') {
    const { draft } = await api.getDraft({ params: { id: start.of } })
    const { id, version, attachments, createdAt: _made, savedAt: _saved, ...content } = draft
    const from = content.from || newContent(senders, null).from
    return { senders, content: { ...content, from }, files: attachments, saved: { id, version } }
  }
  const { mail } = await api.getEmail({ params: { id: start.of } })
  const taken =
    start.kind === 'forward' && choice.mayUpload
      ? await takeFiles(api, mail)
      : { files: [], pictures: new Map<string, string>() }
  const original = originalHtml(mail, taken.pictures)
  const all = await withSender(api, senders, mail)
  const content = answerContent(start.kind, mail, all, original)
  return { senders: all, content, files: taken.files, saved: null }
}

/** `number` separates one time of writing from the next, so that nothing of an earlier one is shown. */
export function useSession(
  start: ComposeStart,
  number: number,
  choice: { mayUpload: boolean; mailbox: string | null },
) {
  const { key, api } = useMailSource()
  return useQuery({
    queryKey: composeKeys.session(key, number, start),
    queryFn: () => begin(api, start, choice),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
