/** Measures how well the words of a page stand out from what is behind them. */
import type { Frame } from 'playwright-core'

/** Returns the least contrast (WCAG 2) of any words with the nearest ground behind them. */
export const leastContrast = (frame: Frame): Promise<number> =>
  frame.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    if (context === null) throw new Error('This browser has no canvas.')
    const luminanceOf = (colour: string): number | null => {
      context.clearRect(0, 0, 1, 1)
      context.fillStyle = colour
      context.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
      if (alpha < 128) return null
      const linear = [red, green, blue].map(part => {
        const value = part / 255
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0)
    }
    const groundBehind = (element: Element | null): number => {
      if (element === null) return 1
      return luminanceOf(getComputedStyle(element).backgroundColor) ?? groundBehind(element.parentElement)
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    let least = 21
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement
      if (element === null || node.nodeValue?.trim() === '' || element.tagName === 'STYLE') continue
      const words = luminanceOf(getComputedStyle(element).color)
      if (words === null) continue
      const ground = groundBehind(element)
      least = Math.min(least, (Math.max(words, ground) + 0.05) / (Math.min(words, ground) + 0.05))
    }
    return least
  })
