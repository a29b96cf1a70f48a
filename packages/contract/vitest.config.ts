import { defineConfig } from 'vitest/config'

export default defineConfig({
  // A busy machine needs longer.
  test: { name: 'contract', include: ['src/**/*.test.ts'], testTimeout: 60_000, isolate: false },
})
