import { describe, expect, it } from 'vitest'
import { snippetOf, wasTaken } from './judge-answer.ts'

describe('the answer of a receiver', () => {
  it.each([
    ['generic', 200, ''],
    ['generic', 204, 'anything'],
    ['wecom', 200, '{"errcode":0,"errmsg":"ok"}'],
    ['dingtalk', 200, '{"errcode":0,"errmsg":"ok"}'],
    ['feishu', 200, '{"code":0,"msg":"success","data":{}}'],
    ['feishu', 200, '{"StatusCode":0,"StatusMessage":"success"}'],
    ['bark', 200, '{"code":200,"message":"success"}'],
    ['serverchan', 200, '{"code":0,"message":"","data":{"errno":0}}'],
    ['telegram', 200, '{"ok":true,"result":{}}'],
  ] as const)('from %s with %i %s means that it was taken', (kind, status, body) => {
    expect(wasTaken(kind, status, body)).toBe(true)
  })

  it.each([
    ['generic', 199, ''],
    ['generic', 302, ''],
    ['generic', 500, 'ok'],
    ['wecom', 200, '{"errcode":93000,"errmsg":"invalid webhook url"}'],
    ['dingtalk', 200, '{"errcode":310000,"errmsg":"keywords not in content"}'],
    ['dingtalk', 200, '{"errcode":"0"}'],
    ['feishu', 200, '{"code":19001,"msg":"param invalid"}'],
    ['bark', 200, '{"code":400}'],
    ['serverchan', 200, '{"code":40001}'],
    ['telegram', 200, '{"ok":false}'],
    ['telegram', 200, '<html>'],
    ['wecom', 200, ''],
    ['wecom', 200, 'null'],
    ['wecom', 500, '{"errcode":0}'],
  ] as const)('from %s with %i %s means that it was not', (kind, status, body) => {
    expect(wasTaken(kind, status, body)).toBe(false)
  })

  it('is shown as one short line without what cannot be seen', () => {
    expect(snippetOf(' a\u0000\r\n\tb\u202ec ')).toBe('a b c')
    expect([...snippetOf('😀'.repeat(500))].length).toBe(200)
  })
})
