import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'e2e',
    include: ['**/*.test.ts'],
    testTimeout: 60_000,
    // What is waited for comes as soon as the machine can; a busy one needs longer.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 90_000,
    // One browser at a time: two cores have the server beside it.
    maxWorkers: 1,
  },
})
