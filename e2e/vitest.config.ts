import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'e2e',
    include: ['**/*.test.ts'],
    // Tests end as soon as the machine can; the limits only stop what would never end.
    testTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 240_000,
    maxWorkers: 2,
    // Every file has a site and a browser of its own, so loading the browser's driver anew for each would
    // only take time.
    isolate: false,
    // These tests run after the others and not beside them.
    sequence: { groupOrder: 1 },
  },
})
