import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      'packages/contract',
      'packages/server',
      'packages/web',
      'packages/web/vitest.dom.config.ts',
      'e2e',
      'house',
    ],
    passWithNoTests: false,
  },
})
