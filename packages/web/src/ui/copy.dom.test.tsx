import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CopyButton, CopyIcon } from './copy-button.tsx'
import { Seal } from './seal.tsx'
import { useToasts } from './toast.ts'

const sources: Record<string, string> = import.meta.glob('../**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const things: Record<string, ReactNode> = {
  'a button with words': <CopyButton text="482913" label="复制" />,
  'an icon beside a value': <CopyIcon text="482913" label="复制" />,
  'the seal of a row': <Seal code="482913" />,
  'the seal of a mail': <Seal code="482913" size="large" />,
}

// As on a page with TLS; without it there is no clipboard.
beforeEach(() => void vi.stubGlobal('isSecureContext', true))
afterEach(() => vi.unstubAllGlobals())

const pointers = { mouse: '[MouseLeft]', touch: '[TouchA]' }

const ways = Object.keys(things).flatMap(thing =>
  Object.entries(pointers).map(([by, keys]) => ({ thing, by, keys })),
)

/** On the thing itself, for eyes. */
const said = (thing: HTMLElement) =>
  [...thing.querySelectorAll('span')].filter(
    part => part.textContent === '已复制' && !part.classList.contains('sr'),
  )

it.each(ways)('$thing says that it was copied, by $by', async ({ thing, keys }) => {
  const user = userEvent.setup()
  render(things[thing])
  const button = await screen.findByRole('button', { name: /复制/ })
  await user.pointer([{ keys, target: button }])
  await waitFor(() => expect(said(button)).toHaveLength(1))
  expect(await navigator.clipboard.readText()).toBe('482913')
})

it('where the browser forbids it, a selection does it, or it is said that nothing was copied', async () => {
  const user = userEvent.setup()
  render(<CopyIcon text="482913" label="复制" />)
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('forbidden'))
  const copied: string[] = []
  const old = document.execCommand
  document.execCommand = () => {
    const area = document.querySelector('textarea')
    if (area) copied.push(area.value)
    return copied.length === 1
  }
  const button = await screen.findByRole('button', { name: '复制' })
  await user.click(button)
  await waitFor(() => expect(said(button)).toHaveLength(1))
  await user.click(button)
  await waitFor(() => expect(useToasts.getState().toasts).toHaveLength(1))
  document.execCommand = old
  expect(copied).toEqual(['482913', '482913'])
})

it('everything of the product that copies is one of these', () => {
  const others = Object.entries(sources).filter(
    ([path, source]) => !path.includes('.test.') && /use-copy\.ts|clipboard\.write/.test(source),
  )
  expect(others.map(([path]) => path).toSorted()).toEqual(['./copy-button.tsx', './seal.tsx'])
})
