import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'e2e',
    include: ['**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 90_000,
    // One browser at a time: two cores have the server beside it.
    maxWorkers: 1,
  },
})
