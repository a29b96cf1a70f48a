/**
 * Prepares the DOM before each test file with the parts that it lacks, and resets everything after each test.
 */
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { forgetAll } from './forget-all.ts'
import { giveSizes } from './sizes.ts'

// A busy machine needs longer; a missing part is still reported before the test ends.
configure({ asyncUtilTimeout: 20_000 })
giveSizes()
// The tests act like a page without TLS, where each window follows its events itself.
Reflect.deleteProperty(Object.getPrototypeOf(navigator), 'locks')

afterEach(() => {
  cleanup()
  forgetAll()
})
