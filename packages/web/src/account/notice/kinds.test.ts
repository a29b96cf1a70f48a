import { addWebhook } from '@yanshu/contract/calls/webhook'
import { expect, test } from 'vitest'
import { adviceOn, hostOf, keyword, kindOfUrl, kinds, kindTexts } from './kinds.ts'

test('every kind of the contract is offered once, the one for programs last', () => {
  expect(kinds.toSorted()).toEqual(addWebhook.body?.shape.kind.options.toSorted())
  expect(kinds.at(-1)).toBe('generic')
})

test('a list shows the host of an address and nothing of its secret', () => {
  expect(hostOf('https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=secret')).toBe('qyapi.weixin.qq.com')
  expect(hostOf('https://hook.example.com:8443/a')).toBe('hook.example.com:8443')
})

test('the placeholder of each preset is recognised as its own kind', () => {
  for (const kind of kinds) {
    expect(kindOfUrl(kindTexts[kind].placeholder)).toBe(kind === 'generic' ? null : kind)
  }
})

test('an address of another kind is pointed out, with the kind it belongs to', () => {
  expect(adviceOn('wecom', 'https://oapi.dingtalk.com/robot/send?access_token=x')).toEqual({
    says: '这像是钉钉的地址。',
    kind: 'dingtalk',
  })
  expect(adviceOn('wecom', 'https://notdingtalk.com/robot/send')).toBeNull()
})

test('an unfinished address of a push service is pointed out', () => {
  expect(adviceOn('telegram', 'https://api.telegram.org/bot1:a/')?.says).toContain('/sendMessage')
  expect(adviceOn('telegram', 'https://api.telegram.org/bot1:a/sendMessage')).toBeNull()
  expect(adviceOn('serverchan', 'https://sctapi.ftqq.com/SCT1')?.says).toContain('.send')
  expect(adviceOn('bark', 'https://api.day.app/key/推送内容')?.says).toContain('到密钥为止')
  expect(adviceOn('bark', 'https://api.day.app/key/')).toBeNull()
})

test('an address without encryption is pointed out, half an address is left alone', () => {
  expect(adviceOn('generic', 'http://hook.example.com/')?.says).toContain('不加密')
  expect(adviceOn('generic', 'https://hook.example.com/')).toBeNull()
  expect(adviceOn('generic', 'htt')).toBeNull()
})

test('robots that can insist on a keyword are told which', () => {
  expect(kindTexts.dingtalk.mind).toContain(keyword)
  expect(kindTexts.feishu.mind).toContain(keyword)
})
