import { beforeEach, expect, test } from 'vitest'
import { showToast, showUndo, useToasts } from './toast.ts'

const { getState, setState } = useToasts
beforeEach(() => setState({ toasts: [] }))

test('what was done twice can be taken back twice, each by itself', () => {
  const back: string[] = []
  showUndo('已删除', () => back.push('a'))
  showUndo('已删除', () => back.push('b'))
  expect(getState().toasts).toHaveLength(2)
  getState().toasts[0]?.action?.run()
  expect(back).toEqual(['a'])
  getState().toasts[1]?.action?.run()
  expect(back).toEqual(['a', 'b'])
})

test('the same words are not said twice at once', () => {
  showToast('已复制')
  showToast('已复制')
  expect(getState().toasts.map(({ text }) => text)).toEqual(['已复制'])
})

test('words take no undo away', () => {
  showUndo('已删除', () => undefined)
  showToast('已删除')
  expect(getState().toasts.map(({ action }) => action?.label)).toEqual(['撤回', undefined])
})
