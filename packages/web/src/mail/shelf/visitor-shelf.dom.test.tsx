import { act, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useAddressBook } from '../../account/address-book.ts'
import { api } from '../../api/index.ts'
import { useKeptPermission } from '../../api/kept-permission.ts'
import { useStartUp } from '../../api/start-up-state.ts'
import { keepToken } from '../../api/token.ts'
import { openPart, visitor } from '../../testing/open-part.tsx'
import { boxOf } from '../testing.ts'
import { VisitorShelf } from './visitor-shelf.tsx'

const box = boxOf({ address: 'lin@yanshu.test' })

it('takes a login for that of an address only when the server says that it is one', async () => {
  keepToken('ys_somebody')
  const { server } = openPart(
    <VisitorShelf wanted={null} show={() => undefined}>
      <p>地址</p>
    </VisitorShelf>,
    {
      at: '/use',
      as: visitor,
      answers: {
        emailList: () => ({ list: [box], total: 1 }),
        getFigures: () => ({ receivedToday: 0, codesToday: 0, mailboxes: 0, secondsToSeen: null }),
      },
    },
  )
  /** Whatever was asked before has its answer by then. */
  const asked = async () => {
    await act(() => api.getFigures())
    return server.asked('emailList').length
  }
  expect(await asked()).toBe(0)
  act(() => {
    useKeptPermission.setState({ permissionData: { role: 'user' } })
    useStartUp.setState({ state: 'done' })
  })
  expect(await asked()).toBe(0)
  act(() => useKeptPermission.setState({ permissionData: { role: 'mailbox' } }))
  await waitFor(() => expect(useAddressBook.getState().book).toMatchObject([{ address: box.address }]))
})
