import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const builtThreadFile = join(import.meta.dirname, 'src/testing/built-thread-file.ts')

export default defineConfig({
  resolve: { alias: [{ find: /^.*\/thread-file\.ts$/, replacement: builtThreadFile }] },
  test: {
    name: 'server',
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    // What is waited for comes as soon as the machine can; a busy one needs longer. These only end what hangs.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 90_000 } },
    // Every site is a database and threads of its own; to load the program anew for each file would take a third of the time.
    isolate: false,
    maxWorkers: 3,
  },
})
