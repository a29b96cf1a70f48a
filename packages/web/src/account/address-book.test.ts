import { expect, test } from 'vitest'
import {
  chooseAddress,
  createAddressBook,
  inShelfOrder,
  isLoggedOut,
  isOver,
  type KeptAddress,
  keepAddress,
  readBook,
} from './address-book.ts'

const now = new Date('2026-11-15T08:00:00Z')
const entry = (address: string, given: Partial<KeptAddress> = {}): KeptAddress => ({
  address,
  token: `token of ${address}`,
  startedAt: '2026-11-15T07:00:00.000Z',
  expiresAt: '2026-11-15T09:00:00.000Z',
  ...given,
})

function memory(text: string | null = null) {
  const kept = { text }
  return {
    kept,
    storage: () => ({
      getItem: () => kept.text,
      setItem: (_: string, value: string) => {
        kept.text = value
      },
    }),
  }
}

test('a new address stands first, a known one keeps its place', () => {
  const book = keepAddress([entry('a@x.y'), entry('b@x.y')], entry('c@x.y'), now)
  expect(book.map(one => one.address)).toEqual(['c@x.y', 'a@x.y', 'b@x.y'])
  const renewed = keepAddress(book, entry('a@x.y', { token: 'new' }), now)
  expect(renewed.map(one => one.address)).toEqual(['c@x.y', 'a@x.y', 'b@x.y'])
  expect(renewed[1]?.token).toBe('new')
})

test('the list does not grow for ever: what is over goes first, what is pinned last, else the oldest', () => {
  const full = Array.from({ length: 20 }, (_, i) => entry(`a${i}@x.y`))
  const goneFrom = (book: readonly KeptAddress[]) => {
    const next = keepAddress(book, entry('new@x.y'), now)
    expect(next).toHaveLength(20)
    expect(next[0]?.address).toBe('new@x.y')
    return book.filter(one => !next.includes(one)).map(one => one.address)
  }
  expect(goneFrom(full)).toEqual(['a19@x.y'])
  const pinned: KeptAddress[] = full.map((one, at) => ({ ...one, pinned: at > 10 }))
  expect(goneFrom(pinned)).toEqual(['a10@x.y'])
  expect(goneFrom(pinned.with(3, entry('a3@x.y', { ended: true })))).toEqual(['a3@x.y'])
  expect(goneFrom(full.map(one => ({ ...one, pinned: true })))).toEqual(['a19@x.y'])
})

test('an address that makes room is named if it could still have been used', () => {
  const { storage } = memory()
  const book = createAddressBook(storage)
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  const keep = (name: string) => book.getState().keep(entry(`${name}@x.y`, { expiresAt: inAnHour }))
  for (let at = 0; at < 20; at++) expect(keep(`a${at}`)).toBe(undefined)
  expect(keep('new')?.address).toBe('a0@x.y')
  book.getState().change('a1@x.y', { ended: true })
  expect(keep('newer')).toBe(undefined)
  expect(book.getState().book.map(one => one.address)).not.toContain('a1@x.y')
})

test('what is strange in the storage is left out', () => {
  expect(readBook('[{"address":"a@x.y","token":"t","expiresAt":null},{"address":"b"},7,null]')).toEqual([
    { address: 'a@x.y', token: 't', startedAt: '1970-01-01T00:00:00.000Z', expiresAt: null },
  ])
  expect(readBook('{')).toEqual([])
  expect(readBook('{"length":1}')).toEqual([])
  expect(readBook('[{"address":"a@x.y","token":"t","expiresAt":"soon"}]')).toEqual([])
})

test('an address is over when its time has passed or the server forgot it', () => {
  expect(isOver(entry('a@x.y'), now)).toBe(false)
  expect(isOver(entry('a@x.y', { expiresAt: '2026-11-15T08:00:00.000Z' }), now)).toBe(true)
  expect(isOver(entry('a@x.y', { expiresAt: null }), now)).toBe(false)
  expect(isOver(entry('a@x.y', { expiresAt: null, ended: true }), now)).toBe(true)
})

test('an address whose time has not passed was only logged out', () => {
  expect(isLoggedOut(entry('a@x.y', { ended: true }), now)).toBe(true)
  expect(isLoggedOut(entry('a@x.y', { expiresAt: null, ended: true }), now)).toBe(true)
  expect(isLoggedOut(entry('a@x.y', { expiresAt: '2026-11-15T08:00:00.000Z', ended: true }), now)).toBe(false)
  expect(isLoggedOut(entry('a@x.y'), now)).toBe(false)
})

test('the one that is asked for comes before the current one, and that before any that lives', () => {
  const over = entry('over@x.y', { expiresAt: '2026-11-15T07:30:00.000Z' })
  const book = [over, entry('a@x.y'), entry('b@x.y')]
  const chosen = (wanted: string | null, token: string | null) =>
    chooseAddress(book, wanted, token, now)?.address
  expect(chosen('over@x.y', null)).toBe('over@x.y')
  expect(chosen(null, 'token of b@x.y')).toBe('b@x.y')
  expect(chosen('unknown@x.y', null)).toBe('a@x.y')
  expect(chosen(null, 'token of over@x.y')).toBe('a@x.y')
  expect(chooseAddress([over], null, null, now)).toBeNull()
})

test('what another tab kept in between is not lost', () => {
  const { kept, storage } = memory()
  const book = createAddressBook(storage)
  kept.text = JSON.stringify([entry('other@x.y')])
  book.getState().keep(entry('mine@x.y'))
  expect(book.getState().book.map(one => one.address)).toEqual(['mine@x.y', 'other@x.y'])
  book.getState().change('other@x.y', { ended: true })
  expect(readBook(kept.text).find(one => one.address === 'other@x.y')?.ended).toBe(true)
  book.getState().forget('mine@x.y')
  expect(readBook(kept.text).map(one => one.address)).toEqual(['other@x.y'])
})

test('an address whose login was ended on purpose is forgotten', () => {
  const { kept, storage } = memory(JSON.stringify([entry('a@x.y'), entry('b@x.y')]))
  createAddressBook(storage).getState().forgetToken('token of a@x.y')
  expect(readBook(kept.text).map(one => one.address)).toEqual(['b@x.y'])
})

test('without storage the addresses last for the visit', () => {
  const book = createAddressBook(() => {
    throw new Error('forbidden')
  })
  book.getState().keep(entry('a@x.y'))
  expect(book.getState().book).toHaveLength(1)
})

test('pinned ones stand first, over a reload as well; the others as they were kept', () => {
  const { kept, storage } = memory(JSON.stringify([entry('a@x.y'), entry('b@x.y'), entry('c@x.y')]))
  createAddressBook(storage).getState().change('c@x.y', { pinned: true })
  expect(inShelfOrder(readBook(kept.text)).map(one => one.address)).toEqual(['c@x.y', 'a@x.y', 'b@x.y'])
})
