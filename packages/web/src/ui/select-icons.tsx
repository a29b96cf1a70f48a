/** For lists that one may search, choose several of, or empty. antd's own marks are read out by their English names. */
import { Check, CircleX, Search } from 'lucide-react'

export const searchIcon = <Search aria-hidden />
export const chosenIcon = <Check aria-hidden />
export const clearable = { clearIcon: <CircleX aria-hidden />, label: '清空' }
