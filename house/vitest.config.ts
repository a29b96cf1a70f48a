import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'house',
    include: ['*.test.ts'],
    // A busy machine needs longer.
    testTimeout: 60_000,
    // The number equals that of the server's tests, which run at the same time.
    maxWorkers: 3,
  },
})
