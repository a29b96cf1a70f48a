/**
 * Tells where a single key was pressed, for code that gives such keys a meaning. A key means something to the
 * page only while nothing lies over the page. A key that acts on a thing also needs the focus at such things,
 * or nowhere.
 */
export type KeyPlace = {
  /** The focus is in a field, so the key is a letter. */
  typing: boolean
  onControl: boolean
  /** Something is open over the page, wherever the focus is. */
  covered: boolean
  /** The focus is on something unrelated to the keys, such as a button of the frame. */
  elsewhere: boolean
}

const TYPED =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable], [role="combobox"], [role="textbox"]'

/**
 * Everything that opens over a page: our own dialogs and menus, elements that declare an open popup, and the
 * overlays of antd.
 */
const OVERLAYS = [
  'dialog[open]',
  '[role="dialog"]',
  '[role="alertdialog"]',
  '[role="menu"]',
  '[role="listbox"]',
  '[aria-haspopup][aria-expanded="true"]',
  '.ant-popover',
  '.ant-dropdown',
  '.ant-select-dropdown',
  '.ant-picker-dropdown',
].join()

/** Marks a part of a page whose things the keys act on. */
export const keysHere = { 'data-keys': 'here' }

// A closed overlay may stay in the page, invisible.
const isCovered = () => [...document.querySelectorAll(OVERLAYS)].some(one => one.checkVisibility())

export function keyPlace(target: EventTarget | null): KeyPlace {
  const element = target instanceof Element ? target : null
  const nowhere = element === null || element === document.body || element === document.documentElement
  return {
    typing: element?.closest(TYPED) != null,
    onControl: element?.closest('a, button, summary, [role="menuitem"], [role="tab"]') != null,
    covered: isCovered(),
    elsewhere: !nowhere && element.closest('[data-keys]') === null,
  }
}
