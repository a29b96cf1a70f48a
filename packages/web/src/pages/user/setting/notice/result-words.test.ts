import { expect, test } from 'vitest'
import { adviceAfter, entryWords, type TestResult, verdictWords } from './result-words.ts'

const result: TestResult = { ok: false, status: 200, detail: '', ms: 1320 }

test('a test says whether it arrived, what was answered, and how long it took', () => {
  expect(verdictWords({ ...result, ok: true })).toBe('送到了，对方答 200，用了 1,320 毫秒')
  expect(verdictWords({ ...result, status: 503 })).toBe('没有送到，对方答 503，用了 1,320 毫秒')
  expect(verdictWords({ ...result, status: null })).toBe('没有送到，用了 1,320 毫秒')
})

test('a robot that answers 200 and refuses all the same is told apart', () => {
  expect(verdictWords(result)).toBe('对方答 200，但没有接受，用了 1,320 毫秒')
})

test('what robots commonly object to comes with what to do', () => {
  const detail = '{"errcode":310000,"errmsg":"keywords not in content, more: [https://…]"}'
  expect(adviceAfter('dingtalk', { ...result, detail })).toContain('新邮件')
  expect(
    adviceAfter('feishu', { ...result, detail: '{"code":19024,"msg":"Key Words Not Found"}' }),
  ).toContain('新邮件')
  expect(
    adviceAfter('telegram', { ...result, detail: '{"description":"Bad Request: chat not found"}' }),
  ).toContain('会话')
})

test('nothing is advised about success, nor about what is not known', () => {
  expect(adviceAfter('dingtalk', { ...result, ok: true, detail: 'keywords not in content' })).toBeNull()
  expect(adviceAfter('generic', { ...result, detail: 'keywords not in content' })).toBeNull()
})

const now = new Date(2026, 4, 1, 12)

test('a line of the log counts the tries and gives the last answer', () => {
  expect(entryWords({ attempts: 3, status: 503, nextAttemptAt: null }, now)).toBe('试了 3 次，对方答 503')
  expect(entryWords({ attempts: 1, status: null, nextAttemptAt: null }, now)).toBe('试了 1 次')
})

test('a line of the log says when it is tried again, and promises nothing that is overdue', () => {
  const soon = new Date(2026, 4, 1, 12, 5).toISOString()
  const past = new Date(2026, 4, 1, 11, 55).toISOString()
  expect(entryWords({ attempts: 2, status: 503, nextAttemptAt: soon }, now)).toBe(
    '试了 2 次，对方答 503，下次在今天 12:05',
  )
  expect(entryWords({ attempts: 2, status: null, nextAttemptAt: past }, now)).toBe('试了 2 次，等着再试')
  expect(entryWords({ attempts: 0, status: null, nextAttemptAt: past }, now)).toBe('还没轮到')
  expect(entryWords({ attempts: 0, status: null, nextAttemptAt: null }, now)).toBe('没有试')
})
