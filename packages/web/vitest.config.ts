import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'web',
    environment: 'node',
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
    // What is waited for comes as soon as the machine can; a busy one needs longer.
    testTimeout: 60_000,
    // Most files are done within milliseconds; a process for each would take ten times as long as all of them.
    isolate: false,
    // As many as the server's tests, beside which they run.
    maxWorkers: 3,
  },
})
