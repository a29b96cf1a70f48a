/** Answers an invitation. The answer is a mail to the organizer; it may be changed, and taken back for a moment. */
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InvitationAnswer } from '@yanshu/contract'
import type { Invitation } from '@yanshu/contract/calendar/invitation'
import { useId, useState } from 'react'
import { reasonOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { showError, showToast, showUndo } from '../../ui/toast.ts'
import { mailKeys } from '../mail-keys.ts'
import { renewSent } from '../sent-cache.ts'
import { useMailSource } from '../source.tsx'
import styles from './invitation-band.module.css'
import { answeredWords, answerKnown, answerNames } from './invitation-words.ts'

const choices = ['accepted', 'tentative', 'declined'] as const satisfies InvitationAnswer[]

const LONGEST_NOTE = 500

/** The person has just asked for the field. */
const focus = (input: HTMLInputElement | null) => input?.focus()

type AnswerButtonsProps = { mailId: string; fileId: string; invitation: Invitation }

export function AnswerButtons({ mailId, fileId, invitation }: AnswerButtonsProps) {
  const { given, busy, answer } = useAnswer(mailId, fileId, answerKnown(invitation.invited))
  const [note, setNote] = useState<string | null>(null)
  const noteId = useId()
  const choose = async (choice: InvitationAnswer) => {
    if (await answer(choice, note ?? '')) setNote(null)
  }
  return (
    <fieldset className={styles.answers}>
      <legend className="sr">答复邀请</legend>
      {choices.map(choice => (
        <Button
          key={choice}
          size="small"
          kind={given === null && choice === 'accepted' ? 'primary' : 'plain'}
          aria-pressed={given === choice}
          busy={busy === choice}
          onClick={() => busy === null && void choose(choice)}
        >
          {answerNames[choice]}
        </Button>
      ))}
      {note === null && (
        <Button size="small" kind="link" onClick={() => setNote('')}>
          附一句话
        </Button>
      )}
      {note !== null && (
        <p className={styles.note}>
          <label htmlFor={noteId}>随答复附给发起人的话</label>
          <input
            id={noteId}
            ref={focus}
            maxLength={LONGEST_NOTE}
            value={note}
            onChange={event => setNote(event.target.value)}
          />
        </p>
      )}
      {given !== null && (
        <p className={styles.given} role="status">
          {answeredWords[given]}，改主意可以再选
        </p>
      )}
    </fieldset>
  )
}

/** Remembers the answer during the visit; before that, the organizer may know one. */
function useAnswer(mailId: string, fileId: string, known: InvitationAnswer | null) {
  const { api, key } = useMailSource()
  const client = useQueryClient()
  const [busy, setBusy] = useState<InvitationAnswer | null>(null)
  const queryKey = mailKeys.answered(key, mailId)
  const { data } = useQuery<InvitationAnswer | null>({
    queryKey,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const given = data === undefined ? known : data

  async function undo(id: string, before: InvitationAnswer | null): Promise<void> {
    try {
      await api.cancelSent({ body: { id } })
      client.setQueryData(queryKey, before)
      void renewSent({ client, source: key })
      showToast('答复撤回了')
    } catch (error) {
      showError(reasonOf(error))
    }
  }

  async function answer(choice: InvitationAnswer, words: string): Promise<boolean> {
    const note = words.trim()
    setBusy(choice)
    try {
      const { id, undoUntil } = await api.answerInvitation({
        body: { id: mailId, attachmentId: fileId, answer: choice, ...(note && { note }) },
      })
      client.setQueryData(queryKey, choice)
      void renewSent({ client, source: key })
      const seconds = undoUntil === null ? 0 : Math.round((Date.parse(undoUntil) - Date.now()) / 1000)
      if (seconds > 0) showUndo(answeredWords[choice], () => void undo(id, given), seconds)
      else showToast(answeredWords[choice])
      return true
    } catch (error) {
      showError(reasonOf(error))
      return false
    } finally {
      setBusy(null)
    }
  }

  return { given, busy, answer }
}
