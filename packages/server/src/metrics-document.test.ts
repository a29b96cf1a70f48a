import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startMailSite } from './testing/mail-site.ts'
import type { TestApp } from './testing/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await startMailSite('sqlite')
})
afterAll(() => site.stop())

const document = (name: string): string =>
  readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')

it('every figure the program gives is documented as it is, and no other', async () => {
  const { text } = await site.fetch('/metrics')
  const kinds = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, kind]) => [name, kind]))
  const given = [...text.matchAll(/^# HELP (\S+) (.*)$/gm)].map(
    ([, name, help]) => `${name} ${kinds.get(name)} ${help}`,
  )
  const written = [
    ...document('metrics.md').matchAll(/^\| `(yanshu_\w+)` \| (\w+) \|[^|]*\| ([^|]+) \|$/gm),
  ].map(([, name, kind, help]) => `${name} ${kind} ${help}`)
  expect(written.sort()).toEqual(given.sort())
})

it('the dashboard asks for figures that there are', async () => {
  const { text } = await site.fetch('/metrics')
  const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  const asked = [...document('grafana.json').matchAll(/yanshu_\w+/g)].map(([name]) =>
    name.replace(/_(?:bucket|count|sum)$/, ''),
  )
  expect(asked.length).toBeGreaterThan(8)
  expect([...new Set(asked)].filter(name => !known.has(name))).toEqual([])
})
