import type { Webhook } from '@yanshu/contract'
import { addWebhook } from '@yanshu/contract/calls/webhook'
import { expect, test } from 'vitest'
import { bodyToAdd, bodyToEdit, isChange, newHook, valuesOf } from './hook-values.ts'

const hook: Webhook = {
  id: 'a',
  name: '运维群',
  kind: 'dingtalk',
  url: 'https://oapi.dingtalk.com/robot/send?access_token=x',
  chatId: '',
  onlyCode: true,
  mailbox: null,
  mailboxAddress: null,
  enabled: false,
  createdAt: '2026-05-01T08:00:00.000Z',
  lastState: null,
}

test('a new address without a name is called by its kind, and is on', () => {
  const body = bodyToAdd({ ...newHook, kind: 'bark', name: '  ', url: ' https://api.day.app/k ' })
  expect(body).toMatchObject({ name: 'Bark', url: 'https://api.day.app/k', enabled: true })
  expect(addWebhook.body?.safeParse(body).success).toBe(true)
})

test('saving without a change sends nothing', () => {
  const body = bodyToEdit(hook, valuesOf(hook))
  expect(body).toEqual({ id: 'a' })
  expect(isChange(body)).toBe(false)
})

test('only what was changed is sent, and the switch is never touched', () => {
  const body = bodyToEdit(hook, { ...valuesOf(hook), onlyCode: false, mailbox: 'box' })
  expect(body).toEqual({ id: 'a', onlyCode: false, mailbox: 'box' })
  expect(isChange(body)).toBe(true)
})

test('a chat belongs to Telegram alone', () => {
  const telegram: Webhook = { ...hook, kind: 'telegram', chatId: '42' }
  expect(bodyToEdit(telegram, { ...valuesOf(telegram), kind: 'bark' })).toEqual({
    id: 'a',
    kind: 'bark',
    chatId: '',
  })
  expect(bodyToAdd({ ...newHook, kind: 'telegram', chatId: ' -100 ' }).chatId).toBe('-100')
})

test('an address that becomes one with a signature gets a secret to show', () => {
  expect(bodyToEdit(hook, { ...valuesOf(hook), kind: 'generic' })).toMatchObject({ newSecret: true })
  const generic: Webhook = { ...hook, kind: 'generic' }
  expect(bodyToEdit(generic, { ...valuesOf(generic), name: '改名' })).toEqual({ id: 'a', name: '改名' })
})
