/** The keys of the mail pages: what a press means, and when it means nothing. */
export const keyActions = [
  'next',
  'previous',
  'open',
  'trash',
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

/** Where the press happened, as far as it matters. */
export type KeyPlace = { typing: boolean; onControl: boolean; dialogOpen: boolean }

const map: Readonly<Record<string, KeyAction>> = {
  j: 'next',
  k: 'previous',
  o: 'open',
  Enter: 'open',
  e: 'trash',
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

export function actionOf(press: KeyPress, place: KeyPlace): KeyAction | null {
  if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing) return null
  if (place.typing || place.dialogOpen) return null
  const action = map[press.key]
  if (action === undefined || (press.repeat && !repeatable.includes(action))) return null
  // Enter on a link or a button is that control's own.
  if (press.key === 'Enter' && place.onControl) return null
  return action
}

/** Where a press happened in the page. */
export function placeOf(target: EventTarget | null): KeyPlace {
  const element = target instanceof Element ? target : null
  return {
    typing:
      element?.closest(
        'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable]',
      ) != null,
    onControl: element?.closest('a, button, summary, [role="menuitem"], [role="tab"]') != null,
    // Closed drawers may stay in the page, unseen.
    dialogOpen: [...document.querySelectorAll('dialog[open], [role="dialog"]')].some(one =>
      one.checkVisibility(),
    ),
  }
}
