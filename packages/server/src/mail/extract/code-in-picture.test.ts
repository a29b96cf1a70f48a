import { describe, expect, it } from 'vitest'
import { startCpuTime } from '../../testing/cpu-time.ts'
import { extractCodeAndLink } from './extract.ts'

/** A code that stands only in a picture cannot be found, and a reader is told where to look. */

const said = (html: string, subject = '') =>
  extractCodeAndLink({ subject, text: null, html, from: null }).codeInPicture

const picture = '<img src="cid:code" alt="">'

describe('a code that may be in a picture', () => {
  it.each([
    ['a Chinese letter', `<p>您的验证码如下图：</p>${picture}`, ''],
    ['an English letter', `<p>Your verification code is shown below.</p>${picture}`, ''],
    ['a Japanese letter', `<p>認証コードは画像をご確認ください。</p>${picture}`, ''],
    ['a subject over a bare picture', picture, '【安全】您的登录验证码'],
    [
      'a picture with a size',
      `<p>您的验证码：</p><img width="180" height=60 src="https://a.test/c.png">`,
      '',
    ],
  ])('is told of in %s', (_, html, subject) => {
    expect(said(html, subject)).toBe(true)
  })

  it.each([
    ['the code is in words', `<p>您的验证码是 482913</p>${picture}`, ''],
    ['there is no picture', '<p>您的验证码如下图：</p>', ''],
    [
      'the picture only counts readers',
      '<p>您的验证码已失效，请重新获取。</p><img width="1" height="1" src="x">',
      '',
    ],
    [
      'the picture only counts readers, by style',
      '<p>Your verification code expired.</p><img style="width:0;height:0" src="x">',
      '',
    ],
    ['nothing speaks of a code', `<p>新品上市，欢迎选购</p>${picture}`, '周报'],
    ['a long letter speaks of codes', `<p>${'请不要把验证码告诉任何人。'.repeat(60)}</p>${picture}`, ''],
  ])('is not told of where %s', (_, html, subject) => {
    expect(said(html, subject)).toBe(false)
  })

  it('is looked for in little time', () => {
    const cpu = startCpuTime()
    said(`<p>您的验证码如下图：</p>${'<img '.repeat(100_000)}${'<img width="1" '.repeat(50_000)}`)
    expect(cpu()).toBeLessThan(2_000)
  })
})
