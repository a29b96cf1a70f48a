import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    testTimeout: 30_000,
    // What is waited for comes as soon as the machine can; a busy one needs longer.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})
