import { expect, test } from 'vitest'
import type { KeyPlace } from '../ui/key-place.ts'
import { actionOf, type KeyPress, keyActions, keyHelp } from './keys.ts'

const press = (key: string, given: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  repeat: false,
  ...given,
})
const free: KeyPlace = { typing: false, onControl: false, covered: false, elsewhere: false }

test('each key does what the list of keys says', () => {
  const ofHelp = keyHelp.flatMap(({ keys, action }) =>
    keys.map(key => ({ key: key === 'Esc' ? 'Escape' : key, action })),
  )
  for (const { key, action } of ofHelp) expect(actionOf(press(key), free)).toBe(action)
  expect(new Set(keyHelp.map(({ action }) => action))).toEqual(new Set(keyActions))
})

test('nothing happens while one types, under anything open, or with an input method open', () => {
  expect(actionOf(press('j'), { ...free, typing: true })).toBeNull()
  expect(actionOf(press('j'), { ...free, covered: true })).toBeNull()
  expect(actionOf(press('j', { isComposing: true }), free)).toBeNull()
})

test('the browser’s own shortcuts are left alone', () => {
  expect(actionOf(press('r', { ctrlKey: true }), free)).toBeNull()
  expect(actionOf(press('c', { metaKey: true }), free)).toBeNull()
})

test('Enter on a link or a button is the control’s own', () => {
  expect(actionOf(press('Enter'), { ...free, onControl: true })).toBeNull()
  expect(actionOf(press('o'), { ...free, onControl: true })).toBe('open')
})

test('a key held down walks on, but deletes only once', () => {
  expect(actionOf(press('j', { repeat: true }), free)).toBe('next')
  expect(actionOf(press('e', { repeat: true }), free)).toBeNull()
})

test('from a button elsewhere on the page one gets to the mail, but does nothing to it', () => {
  const elsewhere = keyActions.filter(action => {
    const key = keyHelp.find(help => help.action === action)?.keys[0] ?? ''
    return actionOf(press(key === 'Esc' ? 'Escape' : key), { ...free, elsewhere: true }) !== null
  })
  expect(elsewhere).toEqual(['next', 'previous', 'compose', 'search', 'help', 'back'])
})
