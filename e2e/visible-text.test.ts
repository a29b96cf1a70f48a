import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { visibleText } from '../packages/server/src/mail/visible/visible-text.ts'
import { hasBrowser, openBrowser } from './chromium.ts'
import { NUMBER, OTHER_NUMBER } from './hidden-number.ts'
import { CAUTIONS, TRICKS, type Trick } from './hidden-tricks.ts'

/**
 * Each trick has a box or a frame of its own, as wide as the window that the reader of visible text assumes.
 */
const FRAME_WIDTH = 900
/** The part of a frame that is compared. */
const SEEN = { width: 300, height: 72 }
const COLUMNS = 4
/**
 * An eye sees a difference only from this many pixels on, each differing by at least this much over all
 * colours.
 */
const FEWEST = 10
const LEAST = 40

async function showAll(page: Page, tricks: readonly Trick[]): Promise<void> {
  await page.setContent(
    `<!doctype html><body style="margin:0;display:grid;grid-template-columns:repeat(${COLUMNS},${SEEN.width}px)">`,
  )
  await page.evaluate(
    ([all, frameWidth, { height }]) => {
      for (const { html, shared } of all) {
        const slot = document.createElement('div')
        slot.style.cssText = `overflow:hidden;height:${height}px`
        document.body.append(slot)
        if (shared) {
          slot.innerHTML = `<div style="contain:strict;width:${frameWidth}px;height:${height}px">${html}</div>`
          continue
        }
        const frame = document.createElement('iframe')
        frame.style.cssText = `border:0;width:${frameWidth}px;height:${height}px;background:#fff`
        frame.scrolling = 'no'
        // Mails are shown without scripts.
        frame.sandbox.add('allow-same-origin')
        slot.append(frame)
        // The content is written and not loaded, because a frame that loads takes ten times as long.
        const inside = frame.contentDocument
        inside?.open()
        inside?.write(`<!doctype html><html><head></head>${html}`)
        inside?.close()
      }
    },
    [tricks, FRAME_WIDTH, SEEN] as const,
  )
}

/** Returns how many pixels of each frame differ between the two pictures. */
function differences(page: Page, pictures: readonly [string, string], count: number): Promise<number[]> {
  return page.evaluate(
    async ([[one, other], frames, { width, height }, columns, least]) => {
      const pixels = async (picture: string) => {
        const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob())
        const drawing = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
        if (drawing === null) throw new Error('no canvas')
        drawing.drawImage(bitmap, 0, 0)
        const { data } = drawing.getImageData(0, 0, bitmap.width, bitmap.height)
        return { width: bitmap.width, data, whole: new Uint32Array(data.buffer) }
      }
      const [a, b] = [await pixels(one), await pixels(other)]
      const found = Array.from({ length: frames }, () => 0)
      for (let pixel = 0; pixel < a.whole.length; pixel++) {
        if (a.whole[pixel] === b.whole[pixel]) continue
        const part = (of: typeof a, colour: number) => of.data[4 * pixel + colour] ?? 0
        const apart = [0, 1, 2].reduce((sum, colour) => sum + Math.abs(part(a, colour) - part(b, colour)), 0)
        if (apart <= least) continue
        const frame = Math.floor(pixel / a.width / height) * columns + Math.floor((pixel % a.width) / width)
        found[frame] = (found[frame] ?? 0) + 1
      }
      return found
    },
    [pictures, count, SEEN, COLUMNS, LEAST] as const,
  )
}

const pictureOf = async (page: Page) => (await page.screenshot({ fullPage: true })).toString('base64')

/**
 * Replaces the numbers within the pages that the browser has made of the tricks, so that only the number is
 * laid out anew.
 */
function replaceNumbers(page: Page): Promise<void> {
  return page.evaluate(
    ([number, other]) => {
      const frames = [...document.querySelectorAll('iframe')]
      for (const inside of [document, ...frames.map(frame => frame.contentDocument)]) {
        if (inside === null) continue
        const texts = inside.createTreeWalker(inside, NodeFilter.SHOW_TEXT)
        while (texts.nextNode() !== null) {
          const { currentNode: text } = texts
          if (text.parentElement?.localName !== 'style')
            text.nodeValue = text.nodeValue?.replaceAll(number, other) ?? ''
        }
      }
    },
    [NUMBER, OTHER_NUMBER] as const,
  )
}

describe.runIf(hasBrowser)('what is read as visible, judged by a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  it('is drawn, and little else is', async () => {
    const page = await browser.newPage({ viewport: { width: SEEN.width * COLUMNS, height: 800 } })
    await showAll(page, TRICKS)
    const one = await pictureOf(page)
    await replaceNumbers(page)
    const pixels = await differences(page, [one, await pictureOf(page)], TRICKS.length)
    const judged = TRICKS.map(({ name, html }, at) => ({
      name,
      drawn: (pixels[at] ?? 0) >= FEWEST,
      read: visibleText(html).text.includes(NUMBER),
    }))
    const namesOf = (drawn: boolean, read: boolean) =>
      judged.filter(trick => trick.drawn === drawn && trick.read === read).map(trick => trick.name)
    // Neither side sees nothing or everything.
    expect(namesOf(true, true).length).toBeGreaterThan(100)
    expect(namesOf(false, false).length).toBeGreaterThan(100)
    expect(namesOf(false, true)).toEqual([])
    expect(namesOf(true, false).filter(name => !CAUTIONS.has(name))).toEqual([])
  })

  it('is left out without need in few known cases', () => {
    expect(CAUTIONS.size).toBeLessThanOrEqual(30)
    const names = new Set(TRICKS.map(trick => trick.name))
    expect([...CAUTIONS].filter(name => !names.has(name))).toEqual([])
  })
})
