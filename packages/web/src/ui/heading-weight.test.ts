import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folder = `${import.meta.dirname}/..`
const sheets = globSync('**/*.css', { cwd: folder })
const rule = /([^{}]+)\{([^{}]*)\}/g

// Many fonts for Chinese have no 500: a heading of that weight looks like any text.
it.each(sheets)('headings are bold in %s', sheet => {
  const rules = readFileSync(`${folder}/${sheet}`, 'utf8').matchAll(rule)
  const light = [...rules].filter(
    ([, selector = '', body = '']) =>
      /\bh[1-4]\b(?!\s+\w)/.test(selector) && /w-medium|weight: 500/.test(body),
  )
  expect(light.map(([, selector]) => selector?.trim())).toEqual([])
})
