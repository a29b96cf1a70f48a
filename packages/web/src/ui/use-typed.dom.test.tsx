import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SearchBox } from './table-tools.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A page whose URL follows a report only after a while. */
function Page({ reported }: { reported: string[] }) {
  const [value, setValue] = useState('')
  return (
    <>
      <SearchBox
        label="搜"
        value={value}
        onChange={text => {
          reported.push(text)
          setTimeout(() => setValue(text), 200)
        }}
      />
      <button type="button" onClick={() => setValue('elsewhere')}>
        换
      </button>
    </>
  )
}

const box = () => screen.getByRole<HTMLInputElement>('searchbox')
const type = (text: string) => fireEvent.change(box(), { target: { value: box().value + text } })
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

it('keeps what is typed while a report is on its way', () => {
  const reported: string[] = []
  render(<Page reported={reported} />)
  type('活')
  pass(350)
  type('动 ')
  pass(150)
  expect([box().value, reported]).toEqual(['活动 ', ['活']])
  pass(400)
  type('用')
  pass(1000)
  expect([box().value, reported]).toEqual(['活动 用', ['活', '活动', '活动 用']])
})

it('takes a value that comes from elsewhere', () => {
  const reported: string[] = []
  render(<Page reported={reported} />)
  type('活')
  pass(1000)
  fireEvent.click(screen.getByRole('button', { name: '换' }))
  expect(box().value).toBe('elsewhere')
  pass(1000)
  expect(reported).toEqual(['活'])
})
