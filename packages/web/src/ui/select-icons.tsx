/**
 * Icons for lists with search, several choices, or clearing. Screen readers read antd's own by their English
 * names.
 */
import { Check, CircleX, Search } from 'lucide-react'

export const searchIcon = <Search aria-hidden />
export const chosenIcon = <Check aria-hidden />
export const clearable = { clearIcon: <CircleX aria-hidden />, label: '清空' }
