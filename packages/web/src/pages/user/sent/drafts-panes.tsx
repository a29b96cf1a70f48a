/** Drafts: a press takes one up again. */
import { SquarePen } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { LossDialog } from '../../../api/loss-dialog.tsx'
import { useCompose } from '../../../compose/use-compose.ts'
import type { MailListHandle } from '../../../mail/list-focus.ts'
import panes from '../../../mail/panes/panes.module.css'
import { useMailSource } from '../../../mail/source.tsx'
import { usePicks } from '../../../mail/use-picks.ts'
import readStyles from '../../../mail/view/reading-pane.module.css'
import { ButtonLink } from '../../../ui/button.tsx'
import { Drawing } from '../../../ui/empty-drawings.tsx'
import { Empty } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast.ts'
import { ListPane } from './list-pane.tsx'
import { useDrafts, useRenewSent } from './queries.ts'
import { DraftLine } from './sent-row.tsx'
import type { ChangeView, SentView } from './sent-url.ts'

type DraftsPanesProps = { view: SentView; change: ChangeView; maySend: boolean; onFolders: () => void }

export function DraftsPanes({ view, change, maySend, onFolders }: DraftsPanesProps) {
  const { api } = useMailSource()
  const query = useDrafts(view.q, true)
  const drafts = useMemo(() => query.data?.pages.flatMap(page => page.list) ?? [], [query.data])
  const list = useRef<MailListHandle>(null)
  const { picks, picked, pickOne, pickAll } = usePicks(drafts)
  const [asking, setAsking] = useState(false)
  const renew = useRenewSent()
  const compose = useCompose()
  const destroy = async () => {
    await api.delDraft({ body: { ids: picked.map(draft => draft.id) } })
    showToast(picked.length > 1 ? `已删除 ${picked.length} 份草稿` : '草稿已删除')
    pickAll(false)
    await renew()
  }
  return (
    <>
      <div className={panes.list}>
        <ListPane
          title="草稿"
          unit="份"
          rows={drafts}
          openId={null}
          state={query}
          q={view.q}
          searchLabel="搜主题、收件人"
          onSearch={q => change({ q }, true)}
          render={draft => (
            <DraftLine
              draft={draft}
              to={compose.to({ kind: 'draft', of: draft.id })}
              open={false}
              picked={picks.ids.has(draft.id)}
              onPick={(one, range) => pickOne(draft, one, range)}
              marked={view.q || undefined}
            />
          )}
          empty={
            <Empty
              drawing={<Drawing of={view.q === '' ? 'drafts' : 'search'} />}
              text={view.q === '' ? '没有草稿，写到一半的信会自己存在这里' : '没有这样的草稿'}
            >
              {view.q === '' && maySend && (
                <ButtonLink size="small" to={compose.to({ kind: 'new' })} icon={<SquarePen aria-hidden />}>
                  写一封
                </ButtonLink>
              )}
            </Empty>
          }
          pickedCount={picked.length}
          onPickAll={pickAll}
          onDelete={() => setAsking(true)}
          onFolders={onFolders}
          covered={false}
          list={list}
        />
      </div>
      <div className={panes.read}>
        <section className={readStyles.pane} aria-label="阅读">
          <div className={readStyles.blank}>选一份草稿接着写</div>
        </section>
      </div>
      <LossDialog
        open={asking}
        title={`删除 ${picked.length} 份草稿？`}
        action="删除"
        onConfirm={destroy}
        onClose={() => setAsking(false)}
        onClosed={() => list.current?.regain()}
      >
        写的内容和附件都会删掉，不能恢复。
      </LossDialog>
    </>
  )
}
