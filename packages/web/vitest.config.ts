import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'web',
    environment: 'node',
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
    exclude: ['src/**/*.dom.test.tsx'],
    // Tests end as soon as the machine can; the limit only stops what hangs.
    testTimeout: 60_000,
    // Most files finish within milliseconds, and a process for each would take ten times as long as all of
    // them.
    isolate: false,
    // The number equals that of the server's tests, which run at the same time.
    maxWorkers: 3,
  },
})
