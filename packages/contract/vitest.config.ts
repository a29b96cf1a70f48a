import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'contract',
    include: ['src/**/*.test.ts'],
    // A busy machine needs longer.
    testTimeout: 60_000,
    isolate: false,
    // As many as the server's tests, beside which they run.
    maxWorkers: 3,
  },
})
