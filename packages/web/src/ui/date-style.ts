import type { DateStyle } from '@yanshu/contract'
import { createContext } from 'react'

/** The style of times in lists; the application sets it once for all lists. */
export const DateStyleContext = createContext<DateStyle>('relative')
