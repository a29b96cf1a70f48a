import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'e2e',
    include: ['**/*.test.ts'],
    // What is waited for comes as soon as the machine can; limits are for what never comes.
    testTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 240_000,
    maxWorkers: 2,
    // After the other tests, and not beside them.
    sequence: { groupOrder: 1 },
  },
})
