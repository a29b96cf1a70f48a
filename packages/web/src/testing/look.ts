/** Finds parts that many tests look for on a page. */
import { act, screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

export const button = (name: string | RegExp): Promise<HTMLElement> => screen.findByRole('button', { name })

export const dialog = (name: string | RegExp): Promise<HTMLElement> => screen.findByRole('dialog', { name })

/** Makes two clicks so close that the page draws nothing in between. */
export function pressTwice(element: HTMLElement): void {
  act(() => {
    element.click()
    element.click()
  })
}

/** Replaces the text of a field. */
export async function fill(user: UserEvent, field: HTMLElement, words: string): Promise<void> {
  await user.clear(field)
  await user.click(field)
  await user.paste(words)
}

/** Chooses from a list that opens. */
export async function choose(user: UserEvent, box: HTMLElement, label: string): Promise<void> {
  await user.click(box)
  const choices = await screen.findAllByTitle(label)
  const last = choices.at(-1)
  if (!last) throw new Error(`no choice ${label}`)
  await user.click(last)
}

/** Returns the value of a field. */
export function written(field: HTMLElement): string {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value
  throw new Error('this is no field')
}

/** Returns the fault of a field as it is shown and as a screen reader reads it. */
export function faultOf(field: HTMLElement): string | null {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  if (field.getAttribute('aria-invalid') !== 'true') return null
  return ids.map(id => document.getElementById(id)?.textContent ?? '').join('')
}
