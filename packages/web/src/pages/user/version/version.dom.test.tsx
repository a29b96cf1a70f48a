import { screen, within } from '@testing-library/react'
import type { AnswerOf, Calls } from '@yanshu/contract'
import { expect, it } from 'vitest'
import { openPart } from '../../../testing/open-part.tsx'
import { Component } from './page.tsx'

type Version = AnswerOf<Calls['getVersion']>

const release = (version: string, date: string | null, items: string[]) => ({
  version,
  date,
  sections: items.length === 0 ? [] : [{ title: '新增', items }],
})

function open(changes: Version['changes'], version = '0.2.0') {
  const rest = { runtime: null, licences: [], healthy: true, health: [] }
  return openPart(<Component />, {
    at: '/user/version',
    answers: { getVersion: () => ({ version, changes, ...rest }) },
  })
}

const foldOf = async (name: string) => {
  const fold = (await screen.findByRole('heading', { name })).closest('details')
  if (!fold) throw new Error(`${name} does not fold`)
  return fold
}

it('shows the changes by version, the newest open and older ones folded', async () => {
  const { user } = open([
    release('0.2.0', '2026-11-18', ['卡密按批次看', '接口：`getCardBatches`']),
    release('0.1.0', '2026-11-15', ['第一个版本']),
  ])
  const newest = await foldOf('0.2.0')
  expect([newest.open, (await foldOf('0.1.0')).open]).toEqual([true, false])
  expect(newest.querySelector('summary')?.textContent).toBe('0.2.02026年11月18日正在用2 条')
  within(newest).getByText('getCardBatches', { selector: 'code' })
  await user.click(screen.getByText('2026年11月15日'))
  expect((await foldOf('0.1.0')).open).toBe(true)
})

it('puts what is not released yet before, in Chinese, and leaves it out while there is nothing', async () => {
  open([release('Unreleased', null, ['更多']), release('0.2.0', '2026-11-18', ['卡密'])])
  expect((await foldOf('下一个版本')).querySelector('summary')?.textContent).toBe('下一个版本还没有发布1 条')
  expect(document.body.textContent).not.toContain('Unreleased')
})

it('opens the newest release when nothing came after it', async () => {
  open([release('Unreleased', null, []), release('0.2.0', '2026-11-18', ['卡密'])])
  expect((await foldOf('0.2.0')).open).toBe(true)
  expect(screen.queryByRole('heading', { name: '下一个版本' })).toBeNull()
})
