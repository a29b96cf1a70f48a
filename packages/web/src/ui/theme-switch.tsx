import { Moon, Sun } from 'lucide-react'
import { IconButton } from './button.tsx'
import { themeNames, useTheme } from './theme.ts'

/** A button that switches to the other theme. */
export function ThemeSwitch() {
  const theme = useTheme(state => state.theme)
  const choose = useTheme(state => state.choose)
  const other = theme === 'light' ? 'dark' : 'light'
  return (
    <IconButton label={`换成${themeNames[other]}`} onClick={() => choose(other)}>
      {theme === 'light' ? <Moon aria-hidden /> : <Sun aria-hidden />}
    </IconButton>
  )
}
