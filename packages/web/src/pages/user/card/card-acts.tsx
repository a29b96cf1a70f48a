/** The acts on codes and batches with the dialogs that some of them need first. */
import { type ReactNode, useState } from 'react'
import { reasonOf } from '../../../api/api-error.ts'
import { LossDialog } from '../../../api/loss-dialog.tsx'
import { saveBlob } from '../../../mail/view/save-blob.ts'
import { showError, showToast } from '../../../ui/toast.ts'
import { type Asked, type CardAct, doAct, questionOf, type Target } from './acts.ts'
import { EditDialog, type Editing } from './edit-dialog.tsx'
import { type Exported, exportedCards, useRenew } from './queries.ts'
import { RevealDialog, type Revealing } from './reveal-dialog.tsx'
import { type Selling, SoldDialog } from './sold-dialog.tsx'

export type CardActs = {
  busy: boolean
  /** An act that takes nothing away runs at once; any other asks first. */
  start: (act: CardAct, target: Target, name: string) => void
  edit: (editing: Editing) => void
  sell: (selling: Selling) => void
  reveal: (revealing: Revealing) => void
  save: (wanted: Exported, name: string) => void
  dialogs: ReactNode
}

/** `onDone` runs after every change. */
export function useCardActs(onDone?: () => void): CardActs {
  const renew = useRenew()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [editing, setEditing] = useState<Editing | null>(null)
  const [selling, setSelling] = useState<Selling | null>(null)
  const [revealing, setRevealing] = useState<Revealing | null>(null)
  const [busy, setBusy] = useState(false)
  const done = async () => {
    onDone?.()
    await renew()
  }
  const run = async (act: CardAct, target: Target) => {
    const said = await doAct(act, target)
    await done()
    showToast(said)
  }
  const wait = (work: Promise<void>) => {
    setBusy(true)
    work.catch((error: unknown) => showError(reasonOf(error))).finally(() => setBusy(false))
  }
  const question = asked && questionOf(asked)
  return {
    busy,
    start: (act, target, name) => {
      if (act === 'revoke' || act === 'delete') setAsked({ act, target, name })
      else wait(run(act, target))
    },
    edit: setEditing,
    sell: setSelling,
    reveal: setRevealing,
    save: (wanted, name) => wait(exportedCards(wanted).then(blob => saveBlob(blob, `卡密-${name}.csv`))),
    dialogs: (
      <>
        <RevealDialog revealing={revealing} onClose={() => setRevealing(null)} />
        <EditDialog editing={editing} onSaved={done} onClose={() => setEditing(null)} />
        <SoldDialog selling={selling} onSold={done} onClose={() => setSelling(null)} />
        <LossDialog
          open={asked !== null}
          title={question?.title ?? ''}
          action={question?.action ?? ''}
          onClose={() => setAsked(null)}
          onConfirm={async () => {
            if (asked) await run(asked.act, asked.target)
          }}
        >
          <p className="muted">{question?.says}</p>
        </LossDialog>
      </>
    ),
  }
}
