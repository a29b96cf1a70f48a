/** One notification address: what it is, how it did, and what can be done with it. */
import type { Webhook } from '@yanshu/contract'
import { Switch } from 'antd'
import { History, Pencil, Send, Trash2, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { DeliveryState, LastState } from '../../../../account/notice/hook-state.tsx'
import { hostOf, kindTexts } from '../../../../account/notice/kinds.ts'
import { Button, ButtonLink, IconButton } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/cx.ts'
import styles from './hook-row.module.css'
import { noticeSearch } from './notice-url.ts'
import { useSwitchHook } from './queries.ts'
import { adviceAfter, verdictWords } from './result-words.ts'
import { type TestRun, useTest } from './use-test.ts'

type HookRowProps = {
  hook: Webhook
  /** The scope of its notices: 全部邮箱, or an address. */
  scope: string
  onEdit: () => void
  onDelete: () => void
}

export function HookRow({ hook, scope, onEdit, onDelete }: HookRowProps) {
  const { word } = kindTexts[hook.kind]
  const switchHook = useSwitchHook()
  const { run, start } = useTest(hook)
  return (
    <li className={cx(styles.row, !hook.enabled && styles.off)}>
      <div className={styles.what}>
        <p className={styles.title}>
          <Link className={styles.name} to={{ search: noticeSearch({ edit: hook.id }) }}>
            {hook.name}
          </Link>
          {word !== hook.name && <span className={styles.kind}>{word}</span>}
        </p>
        <p className={styles.facts}>
          <span className={styles.host}>{hostOf(hook.url)}</span>
          <span className={cx(styles.scope, scope.includes('@') && 'mono')}>{scope}</span>
          {hook.onlyCode && <span>只在有验证码时</span>}
        </p>
      </div>
      <div className={styles.state}>
        <LastState hook={hook} />
      </div>
      <div className={styles.actions}>
        <Button
          size="small"
          icon={<Send aria-hidden />}
          busy={run.at === 'busy'}
          onClick={start}
          aria-label={`给“${hook.name}”发一次测试`}
        >
          发一次测试
        </Button>
        <ButtonLink
          size="small"
          kind="quiet"
          icon={<History aria-hidden />}
          to={{ search: noticeSearch({ log: hook.id }) }}
          aria-label={`“${hook.name}”的发送记录`}
        >
          记录
        </ButtonLink>
        <IconButton small label={`编辑“${hook.name}”`} onClick={onEdit}>
          <Pencil aria-hidden />
        </IconButton>
        <IconButton small label={`删除“${hook.name}”`} onClick={onDelete}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
      <Switch
        className={styles.switch ?? ''}
        checked={hook.enabled}
        aria-label={`启用“${hook.name}”`}
        onChange={enabled => void switchHook(hook, enabled)}
      />
      <div role="status" className={styles.result}>
        <Result hook={hook} run={run} />
      </div>
    </li>
  )
}

function Result({ hook, run }: { hook: Webhook; run: TestRun }) {
  if (run.at === 'refused') {
    return (
      <p className={cx(styles.told, styles.refused)}>
        <TriangleAlert aria-hidden />
        {run.says}
      </p>
    )
  }
  if (run.at !== 'done') return null
  const { result } = run
  const advice = adviceAfter(hook.kind, result)
  return (
    <div className={styles.told}>
      <DeliveryState state={result.ok ? 'done' : 'failed'} says={verdictWords(result)} />
      {advice && <p>{advice}</p>}
      {result.detail && (
        <p className={styles.detail}>
          {result.status === null ? result.detail : <code>{result.detail}</code>}
        </p>
      )}
    </div>
  )
}
