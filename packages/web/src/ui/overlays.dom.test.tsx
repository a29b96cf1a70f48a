import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { DatePicker, Drawer, Dropdown, Modal, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { useKeys } from '../mail/use-keys.ts'
import { openPart } from '../testing/open-part.tsx'
import { FormDialog } from './form-dialog.tsx'
import { FormDrawer } from './form-drawer.tsx'
import { FormPopover } from './form-popover.tsx'
import { keysHere } from './key-place.ts'
import { PopMenu } from './pop-menu.tsx'
import { SheetDialog } from './sheet-dialog.tsx'

const sources: Record<string, string> = import.meta.glob('../**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})

type Opened = { open: boolean; close: () => void }

/** A button that opens something. */
function Opener({ children }: { children: (opened: Opened) => ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        打开
      </button>
      {children({ open, close: () => setOpen(false) })}
    </>
  )
}

const field = <input aria-label="名字" />
const items = [{ key: 'one', label: '第一项' }]

function Pop() {
  const [open, setOpen] = useState(false)
  return (
    <FormPopover label="切换" open={open} onOpenChange={setOpen} content={field}>
      <button type="button">打开</button>
    </FormPopover>
  )
}

/**
 * Everything of the product that opens over a page: the part of antd behind it, and whether it has fields to
 * type in.
 */
const overlays: Record<string, { of?: string; typed?: boolean; part: ReactNode }> = {
  'a dialog': {
    of: 'Modal',
    part: (
      <Opener>
        {({ open, close }) => (
          <Modal open={open} title="问" onCancel={close}>
            吗
          </Modal>
        )}
      </Opener>
    ),
  },
  'a dialog with a form': {
    typed: true,
    part: (
      <Opener>
        {({ open, close }) => (
          <FormDialog open={open} onCancel={close}>
            {field}
          </FormDialog>
        )}
      </Opener>
    ),
  },
  'a drawer': {
    of: 'Drawer',
    part: (
      <Opener>
        {({ open, close }) => (
          <Drawer open={open} title="看" onClose={close}>
            这里
          </Drawer>
        )}
      </Opener>
    ),
  },
  'a drawer with a form': {
    typed: true,
    part: (
      <Opener>
        {({ open, close }) => (
          <FormDrawer open={open} title="填" size={400} onClose={close}>
            {field}
          </FormDrawer>
        )}
      </Opener>
    ),
  },
  'a dialog of the browser': {
    part: (
      <Opener>
        {({ open, close }) => (
          <SheetDialog open={open} title="看" onClose={close}>
            这里
          </SheetDialog>
        )}
      </Opener>
    ),
  },
  'a form in a dialog of the browser': {
    typed: true,
    part: (
      <Opener>
        {({ open, close }) => (
          <SheetDialog form open={open} title="填" onClose={close}>
            {field}
          </SheetDialog>
        )}
      </Opener>
    ),
  },
  'a panel under a button': { of: 'Popover', typed: true, part: <Pop /> },
  'a menu': {
    part: (
      <PopMenu
        label="更多"
        items={[{ label: '第一项', run: () => undefined }]}
        button={given => (
          <button type="button" {...given}>
            打开
          </button>
        )}
      />
    ),
  },
  'a menu of a table': {
    of: 'Dropdown',
    part: (
      <Dropdown trigger={['click']} menu={{ items }}>
        <button type="button">打开</button>
      </Dropdown>
    ),
  },
  'a list to choose from': {
    of: 'Select',
    part: <Select aria-label="打开" options={[{ value: 'one', label: '第一项' }]} />,
  },
  'a calendar': { of: 'DatePicker', part: <DatePicker aria-label="打开" /> },
}

/** Parts of antd that open nothing. */
const flat = [
  ...['App', 'Checkbox', 'ConfigProvider', 'Form', 'Input', 'InputNumber', 'Pagination'],
  ...['Progress', 'Radio', 'Segmented', 'Switch', 'Table', 'theme'],
]

function Page({ part, heard }: { part: ReactNode; heard: () => void }) {
  useKeys({ trash: heard, star: heard, previous: heard, compose: heard, search: heard, help: heard })
  return (
    <>
      <main {...keysHere}>
        <a href="/mail">一封信</a>
      </main>
      {part}
    </>
  )
}

function pressAll(target: Element): void {
  for (const key of ['k', 'e', 's', 'c', '/', '?']) fireEvent.keyDown(target, { key })
}

describe.each(Object.entries(overlays))('under %s', (_name, { part, typed }) => {
  it('keys mean nothing to the page, wherever the keyboard is', async () => {
    const heard = vi.fn()
    const { user } = openPart(<Page part={part} heard={heard} />, { at: '/user/inbox', answers: {} })
    const letter = await screen.findByRole('link', { name: '一封信' })
    act(() => letter.focus())
    fireEvent.keyDown(letter, { key: 'e' })
    expect(heard).toHaveBeenCalledTimes(1)
    const button = screen.queryByLabelText('打开') ?? screen.getByText('打开')
    await user.click(button)
    if (typed) {
      await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('名字'))
    }
    await waitFor(() => {
      heard.mockClear()
      pressAll(document.body)
      expect(heard).not.toHaveBeenCalled()
    })
    pressAll(document.activeElement ?? document.body)
    pressAll(letter)
    expect(heard).not.toHaveBeenCalled()
  })
})

it('nothing of the product opens over a page that is not walked here', () => {
  const used = new Set<string>()
  for (const [path, source] of Object.entries(sources)) {
    if (path.includes('.test.')) continue
    const names = /import \{([^}]*)\} from 'antd'/.exec(source)?.[1] ?? ''
    for (const name of names.split(',').map(part => part.trim())) {
      if (name !== '' && !name.startsWith('type ')) used.add(name.replace(/ as .*/, ''))
    }
  }
  const known = Object.values(overlays).flatMap(({ of }) => of ?? [])
  expect([...used].filter(name => !flat.includes(name)).toSorted()).toEqual(known.toSorted())
})
