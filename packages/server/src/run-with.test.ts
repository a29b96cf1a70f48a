import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const text = (name: string): string => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')

it('the image runs the program with the flags and the environment that npm start gives it', () => {
  const { flags, env } = JSON.parse(text('scripts/run-with.json')) as {
    flags: string[]
    env: Record<string, string>
  }
  const dockerfile = text('Dockerfile')
  const command = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]') as string[]
  expect(command).toEqual(['node', ...flags, 'packages/server/dist/main.js'])
  const given = /^ENV (.*)$/m.exec(dockerfile)?.[1]?.split(' ') ?? []
  expect(given).toEqual(
    expect.arrayContaining(Object.entries(env).map(([name, value]) => `${name}=${value}`)),
  )
})
