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
    // Every file has a site and a browser of its own; to load the browser's driver anew for each would only take time.
    isolate: false,
    // After the other tests, and not beside them.
    sequence: { groupOrder: 1 },
  },
})
