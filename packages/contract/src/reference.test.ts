import { describe, expect, it } from 'vitest'
import type { Call } from './call.ts'
import { callNames, calls } from './calls.ts'
import { exampleAnswer, exampleRequest } from './example.ts'
import { placeholders, placeholdersIn } from './placeholders.ts'
import { referenceOf } from './reference.ts'
import { pythonLiteral, sampleLanguages, sampleOf } from './samples.ts'

describe.each(callNames)('the reference of %s', name => {
  const call = calls[name] as Call

  it('names every field of its schemas, and every error', () => {
    const { request, answer, errors } = referenceOf(name)
    const top = request.filter(field => !/[.[]/.test(field.path)).map(field => field.path)
    const wanted = [call.params, call.query, call.headers, call.body].flatMap(schema =>
      Object.keys(schema?.shape ?? {}),
    )
    expect(top.sort()).toEqual([...wanted, ...(call.multipart ? ['file'] : [])].sort())
    if (call.answers === undefined) {
      const shown = answer.filter(field => !/[.[]/.test(field.path)).map(field => field.path)
      expect(shown).toEqual(Object.keys(call.answer.shape))
    }
    for (const error of call.errors) expect(errors.map(entry => entry.name)).toContain(error)
    for (const field of [...request, ...answer])
      expect(field.type, field.path).not.toMatch(/^$|undefined|^any$/)
  })

  it('has an example that passes the schemas', () => {
    const { params, query, body } = exampleRequest(name)
    for (const [schema, part] of [
      [call.params, params],
      [call.query, query],
      [call.body, body],
    ] as const) {
      const parsed = schema?.safeParse(part)
      expect(parsed?.error?.issues ?? []).toEqual([])
    }
    expect(Object.keys(exampleAnswer(name))).toEqual(['error', 'msg', ...Object.keys(call.answer.shape)])
  })

  it('has an example in which the number of a thing is one to be put in', () => {
    const request = exampleRequest(name)
    // Only examples of answers hold invented ids.
    expect(JSON.stringify(request)).not.toMatch(/"[0-9a-z]{26}"/)
    const known = Object.fromEntries(placeholdersIn(request).map(entry => [entry.name, `put-${entry.name}`]))
    expect(placeholdersIn(exampleRequest(name, known))).toEqual([])
  })

  it.each(sampleLanguages)('has a sample in %s that shows no key', language => {
    const sample = sampleOf(name, language, {
      site: 'https://mail.example.com',
      request: exampleRequest(name),
    })
    expect(sample).toContain('https://mail.example.com/api/')
    expect(sample).not.toMatch(/undefined|\[object/)
    expect(sample.includes('YANSHU_')).toBe(!call.who.includes('visitor'))
  })
})

describe('what is to be put in', () => {
  it('is found in a request wherever it stands, once', () => {
    const request = {
      body: { ids: ['MAIL_ID', 'MAIL_ID'], rows: [{ address: 'anna@example.com' }], note: '备注' },
    }
    expect(placeholdersIn(request).map(({ name }) => name)).toEqual(['mailId', 'domain'])
    expect(
      placeholdersIn({ body: { url: 'https://example.com/hook', id: '01jcq8z4t7k3m9v2x5b8n1d6fh' } }),
    ).toEqual([])
  })

  it('looks different for different things', () => {
    const shown = Object.values(placeholders).map(entry => entry.shown)
    expect(new Set(shown).size).toBe(shown.length)
  })
})

describe('a value in a sample', () => {
  it('is written as Python writes it', () => {
    expect(pythonLiteral({ a: true, b: null, c: [1, 'x'], d: {} })).toBe(
      '{\n    "a": True,\n    "b": None,\n    "c": [1, "x"],\n    "d": {},\n}',
    )
  })

  it.each(["it's", '$(touch x)', '`x`', '"; rm -rf /; "', '\\'])('cannot end the quotes: %s', text => {
    const request = { query: { content: text } }
    const sample = sampleOf('searchEmailAccount', 'curl', { site: 'https://a.example', request })
    // The shell takes everything between its quotes literally; a quote itself is written outside of them.
    expect(sample).toContain(`'content=${text.replaceAll("'", `'\\''`)}'`)
  })
})
