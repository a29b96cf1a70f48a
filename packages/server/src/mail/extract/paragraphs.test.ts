import { describe, expect, it } from 'vitest'
import { startCpuTime } from '../../testing/cpu-time.ts'
import { paragraphsOf } from './paragraphs.ts'

const long = 'This line is long enough to have been wrapped by a machine'
const wide = '这一行足够长 '.repeat(10).trim()
const texts = (text: string) => paragraphsOf(text, false).map(one => one.text)

describe('the paragraphs of a plain text', () => {
  it.each(['\n', '\r\n', '\r'])('are its lines, parted by %j', end => {
    expect(texts(`Hello,${end}${end}short line${end}`)).toEqual(['Hello,', '', 'short line', ''])
  })

  it.each([long, wide, `${long} é`, `${long} \ud800 x`])('join what was wrapped: %j', line => {
    expect(texts(`${line}\n${line}\nend.\nNext`)).toEqual([`${line} ${line} end.`, 'Next'])
    expect(texts(`${line} \t\n${line}\u3000\nend.`)).toEqual([`${line} ${line} end.`])
  })

  it('take the marks off what is quoted, and join it to nothing else', () => {
    expect(paragraphsOf(`> ${long}\n> goes on\n${long}\ngoes on`, false)).toEqual([
      { text: ` ${long}  goes on`, quoted: true },
      { text: `${long} goes on`, quoted: false },
    ])
    expect(paragraphsOf(`> ${long}`, true)).toEqual([{ text: ` ${long}`, quoted: false }])
  })

  it('owe nothing to the text before, and may be longer than any mail that is looked at', () => {
    const huge = `${'x'.repeat(100_000)}\n${'字'.repeat(100_000)}`
    expect(texts(huge)).toEqual(huge.split('\n'))
    expect(texts('short')).toEqual(['short'])
    expect(texts('')).toEqual([''])
  })

  it('are found in linear time', () => {
    const worked = startCpuTime()
    for (const piece of ['\n', 'a\n', '>', ' >', '> \n', `${long}\n`, `${'x'.repeat(60)}\n`, '\r', ' '])
      paragraphsOf(piece.repeat(Math.ceil(1_000_000 / piece.length)), false)
    expect(worked()).toBeLessThan(3000)
  })
})
