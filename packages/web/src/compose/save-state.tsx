import { messageOf } from '../api/api-error.ts'
import { cx } from '../ui/cx.ts'
import styles from './compose.module.css'
import type { KeeperState } from './draft-keeper.ts'

/** Tells whether the text on the page is also saved in the drafts. */
export function SaveState({ state }: { state: KeeperState }) {
  return (
    <span className={cx(styles.state, state.kind === 'failed' && styles.failed)} role="status">
      {wordsOf(state)}
    </span>
  )
}

function wordsOf(state: KeeperState): string {
  switch (state.kind) {
    case 'clean':
    case 'conflict':
      return ''
    case 'changed':
      return '还没有存'
    case 'saving':
      return '正在存'
    case 'saved':
      return `已存草稿 ${state.at.toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit' })}`
    case 'failed':
      return `没有存上：${messageOf(state.error)}${state.again ? '，通了会自己再存' : ''}`
  }
}
