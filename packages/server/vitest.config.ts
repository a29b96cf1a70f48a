import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const builtThreadFile = join(import.meta.dirname, 'src/testing/built-thread-file.ts')

export default defineConfig({
  resolve: { alias: [{ find: /^.*\/thread-file\.ts$/, replacement: builtThreadFile }] },
  test: {
    name: 'server',
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    // Tests end as soon as the machine can; the limits only stop what hangs.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 90_000 } },
    // Every site has a database and threads of its own, so isolation would only reload the program for each
    // file, which takes a third of the time.
    isolate: false,
    maxWorkers: 3,
  },
})
