import { defineConfig } from 'vitest/config'

/** Parts of the pages in a DOM: what they show and send, against a server that the test plays. */
export default defineConfig({
  define: { __PDF_DATA__: '"/pdf/"' },
  test: {
    name: 'dom',
    environment: 'happy-dom',
    // Otherwise antd gives every part the same id, and all dialogs of a page one name.
    env: { NODE_ENV: 'development' },
    environmentOptions: {
      happyDOM: {
        url: 'http://localhost:3000/',
        // No animation ever ends here.
        settings: { device: { prefersReducedMotion: 'reduce' } },
      },
    },
    include: ['src/**/*.dom.test.tsx'],
    setupFiles: ['src/testing/setup.ts'],
    testTimeout: 60_000,
    // antd alone takes seconds to load; what a test leaves behind, the setup clears away.
    isolate: false,
    // As many as the server's tests, beside which they run.
    maxWorkers: 3,
  },
})
