/** The keys of the mail pages: the meaning of a key press, and when it has none. */
import type { KeyPlace } from '../ui/key-place.ts'

export const keyActions = [
  'next',
  'previous',
  'open',
  'trash',
  'archive',
  'move',
  'reply',
  'replyAll',
  'forward',
  'compose',
  'search',
  'star',
  'unread',
  'help',
  'back',
] as const
export type KeyAction = (typeof keyActions)[number]

type KeyHelp = { keys: readonly string[]; action: KeyAction; says: string }

export const keyHelp: readonly KeyHelp[] = [
  { keys: ['j'], action: 'next', says: '下一封' },
  { keys: ['k'], action: 'previous', says: '上一封' },
  { keys: ['o', 'Enter'], action: 'open', says: '打开' },
  { keys: ['e'], action: 'trash', says: '移到回收站' },
  { keys: ['y'], action: 'archive', says: '归档' },
  { keys: ['v'], action: 'move', says: '移到文件夹' },
  { keys: ['s'], action: 'star', says: '加星或取消' },
  { keys: ['u'], action: 'unread', says: '标为未读' },
  { keys: ['r'], action: 'reply', says: '回复' },
  { keys: ['a'], action: 'replyAll', says: '回复全部' },
  { keys: ['f'], action: 'forward', says: '转发' },
  { keys: ['c'], action: 'compose', says: '写信' },
  { keys: ['/'], action: 'search', says: '搜索' },
  { keys: ['Esc'], action: 'back', says: '回到列表' },
  { keys: ['?'], action: 'help', says: '这张表' },
]

export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'repeat'
>

const map: Readonly<Record<string, KeyAction>> = {
  j: 'next',
  k: 'previous',
  o: 'open',
  Enter: 'open',
  e: 'trash',
  y: 'archive',
  v: 'move',
  r: 'reply',
  a: 'replyAll',
  f: 'forward',
  c: 'compose',
  '/': 'search',
  s: 'star',
  u: 'unread',
  '?': 'help',
  Escape: 'back',
}

const repeatable: readonly KeyAction[] = ['next', 'previous']

/** These change no mail, so they work everywhere on the page. The others need the focus at the mail. */
const harmless: readonly KeyAction[] = ['next', 'previous', 'compose', 'search', 'help', 'back']

export function actionOf(press: KeyPress, place: KeyPlace): KeyAction | null {
  if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing) return null
  if (place.typing || place.covered) return null
  const action = map[press.key]
  if (action === undefined || (press.repeat && !repeatable.includes(action))) return null
  if (place.elsewhere && !harmless.includes(action)) return null
  // Enter on a link or a button belongs to that control.
  if (press.key === 'Enter' && place.onControl) return null
  return action
}
