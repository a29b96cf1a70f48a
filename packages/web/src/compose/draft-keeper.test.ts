import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDraftKeeper, type KeeperState, type Saved } from './draft-keeper.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

class Conflict extends Error {}

/** A server with one draft that checks versions like the real one. */
function kept(start: Saved | null = null) {
  const server = {
    version: start?.version ?? 0,
    text: '',
    saves: 0,
    answers: [] as (() => void)[],
    hold: false,
    away: false,
  }
  const states: KeeperState['kind'][] = []
  const page = { text: '' }
  const keeper = createDraftKeeper<{ text: string }>(
    {
      content: () => ({ text: page.text }),
      async save({ text, ...place }) {
        const version = 'version' in place ? place.version : 0
        server.saves++
        if (server.hold) await new Promise<void>(resolve => server.answers.push(resolve))
        if (server.away) throw new Error('away')
        if (version !== server.version) throw new Conflict()
        server.version++
        server.text = text
        return { id: 'd1', version: server.version }
      },
      isConflict: error => error instanceof Conflict,
      againInMs: (_error, failures) => (failures > 3 ? null : failures * 1000),
      onState: state => states.push(state.kind),
      onSaved: () => undefined,
      restMs: 1000,
    },
    start,
  )
  const type = (text: string) => {
    page.text = text
    keeper.change()
  }
  return { server, states, keeper, type }
}

test('the first words are saved at once, and what follows after a rest', async () => {
  const { server, type } = kept()
  for (const text of ['a', 'ab']) type(text)
  await vi.advanceTimersByTimeAsync(0)
  expect(server).toMatchObject({ saves: 1, text: 'ab' })
  type('abc')
  await vi.advanceTimersByTimeAsync(999)
  expect(server.saves).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(server).toMatchObject({ saves: 2, text: 'abc' })
})

test('typing is saved once, after a rest', async () => {
  const { server, type, states } = kept({ id: 'd1', version: 3 })
  for (const text of ['a', 'ab', 'abc']) type(text)
  await vi.advanceTimersByTimeAsync(999)
  expect(server.saves).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(server).toMatchObject({ saves: 1, text: 'abc' })
  expect(states.at(-1)).toBe('saved')
})

test('whatever else the server tells of a draft, the next save says what is written by then', async () => {
  const bodies: object[] = []
  const page = { text: 'one' }
  const keeper = createDraftKeeper<{ text: string }>(
    {
      content: () => ({ text: page.text }),
      async save(body) {
        bodies.push(body)
        const told = { id: 'd1', version: bodies.length, text: 'as it was', savedAt: 'now' }
        return told
      },
      isConflict: () => false,
      againInMs: () => null,
      onState: () => undefined,
      onSaved: () => undefined,
      restMs: 1000,
    },
    null,
  )
  keeper.change()
  await keeper.flush()
  page.text = 'two'
  keeper.change()
  await keeper.flush()
  expect(bodies).toEqual([
    { text: 'one', key: expect.any(String) },
    { text: 'two', id: 'd1', version: 1 },
  ])
})

test('what is typed while a save is on its way is saved after it, with the new version', async () => {
  const { server, type, keeper } = kept()
  server.hold = true
  type('a')
  await vi.advanceTimersByTimeAsync(1000)
  type('ab')
  const done = keeper.flush()
  server.hold = false
  for (const answer of server.answers) answer()
  await done
  expect(server).toMatchObject({ saves: 2, text: 'ab', version: 2 })
  expect(keeper.isDirty()).toBe(false)
})

test('what was changed elsewhere is not saved over until somebody decides', async () => {
  const { server, type, keeper, states } = kept({ id: 'd1', version: 1 })
  server.version = 5
  type('mine')
  await keeper.flush()
  expect(states.at(-1)).toBe('conflict')
  type('mine too')
  await vi.advanceTimersByTimeAsync(5000)
  expect(server.saves).toBe(1)
  await keeper.overrule(5)
  expect(server).toMatchObject({ text: 'mine too', version: 6 })
})

test('nothing typed, nothing saved; and nothing after the end', async () => {
  const { server, type, keeper } = kept()
  await keeper.flush()
  keeper.stop()
  type('late')
  await vi.advanceTimersByTimeAsync(5000)
  expect(server.saves).toBe(0)
})

test('at the last moment it is saved over whichever version is there, also while a save is under way', async () => {
  const { server, keeper, type } = kept()
  expect(keeper.perhaps()).toEqual([{ key: expect.stringMatching(/^[0-9a-f]{32}$/) }])
  type('a')
  await vi.advanceTimersByTimeAsync(0)
  expect(keeper.perhaps()).toEqual([{ id: 'd1', version: 1 }])
  server.hold = true
  type('ab')
  await vi.advanceTimersByTimeAsync(1000)
  expect(keeper.perhaps()).toEqual([
    { id: 'd1', version: 1 },
    { id: 'd1', version: 2 },
  ])
  server.answers.pop()?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(keeper.perhaps()).toEqual([{ id: 'd1', version: 2 }])
})

test('what could not be saved is saved by itself when the server is back', async () => {
  const { server, type, states, keeper } = kept({ id: 'd1', version: 1 })
  server.away = true
  type('mine')
  await vi.advanceTimersByTimeAsync(1000)
  expect(states.at(-1)).toBe('failed')
  await vi.advanceTimersByTimeAsync(1000)
  expect(server).toMatchObject({ saves: 2, text: '' })
  server.away = false
  await vi.advanceTimersByTimeAsync(2000)
  expect(server).toMatchObject({ saves: 3, text: 'mine' })
  expect(states.at(-1)).toBe('saved')
  expect(keeper.isDirty()).toBe(false)
})

test('what the server refuses for good is not tried for ever, nor after the end', async () => {
  const { server, type, states, keeper } = kept({ id: 'd1', version: 1 })
  server.away = true
  type('mine')
  await vi.advanceTimersByTimeAsync(60_000)
  expect([server.saves, states.at(-1)]).toEqual([4, 'failed'])
  type('mine again')
  await vi.advanceTimersByTimeAsync(1000)
  keeper.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.saves).toBe(5)
})
