import { expect, test } from 'vitest'
import { createSseParser } from './sse-parser.ts'

test('an event is given when its blank line has come', () => {
  const parser = createSseParser()
  expect(parser.push('event: mail\ndata: {"a":1}\nid: 7\n')).toEqual([])
  expect(parser.push('\n')).toEqual([{ name: 'mail', data: '{"a":1}', id: '7' }])
})

test('several data lines are joined with line breaks', () => {
  expect(createSseParser().push('data: one\ndata:two\ndata\n\n')).toEqual([
    { name: 'message', data: 'one\ntwo\n', id: '' },
  ])
})

test('comments and events without data give nothing', () => {
  expect(createSseParser().push(': still here\n\nevent: mail\n\n')).toEqual([])
})

test('the name of an event does not stick to the next one', () => {
  expect(createSseParser().push('event: mail\n\ndata: x\n\n')).toEqual([
    { name: 'message', data: 'x', id: '' },
  ])
})

test('an id stays for later events until another comes', () => {
  const parser = createSseParser('3')
  expect(parser.push('data: a\n\nid: 4\ndata: b\n\ndata: c\n\n').map(event => event.id)).toEqual([
    '3',
    '4',
    '4',
  ])
  expect(parser.lastEventId()).toBe('4')
})

test('an id with a null character is ignored', () => {
  const parser = createSseParser('3')
  parser.push('id: 4\0\ndata: a\n\n')
  expect(parser.lastEventId()).toBe('3')
})

test('all three kinds of line ends work, also when one is cut in two', () => {
  const parser = createSseParser()
  expect(parser.push('data: a\r')).toEqual([])
  expect(parser.push('\ndata: b\r\n\r')).toEqual([])
  expect(parser.push('\ndata: c\r\rdata: d\n\n')).toEqual([
    { name: 'message', data: 'a\nb', id: '' },
    { name: 'message', data: 'c', id: '' },
    { name: 'message', data: 'd', id: '' },
  ])
})

test('a byte order mark counts only at the beginning', () => {
  expect(createSseParser().push('\uFEFFdata: a\n\n')).toHaveLength(1)
})

test('the pause the server names is kept, nonsense is not', () => {
  const parser = createSseParser()
  parser.push('retry: 1500\nretry: soon\n')
  expect(parser.retryMs()).toBe(1500)
})

test('a stream cut into single characters gives the same events', () => {
  const text = 'id: 1\nevent: unread\ndata: {"n":\ndata: 2}\n\n: hm\n\ndata: z\n\n'
  const parser = createSseParser()
  expect([...text].flatMap(char => parser.push(char))).toEqual(createSseParser().push(text))
})
