import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter(name => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map(name => ({ name, text: readFileSync(join(import.meta.dirname, name), 'utf8') }))

it('no page loads the whole contract: values are imported from its files, from the whole only types', () => {
  const whole = /^(?:import|export) (?!type )(?:\{[^}]*\}|[^'\n]*) from '@yanshu\/contract'$/m
  expect(sources.filter(({ text }) => whole.test(text)).map(({ name }) => name)).toEqual([])
})
