import { Moon, Sun } from 'lucide-react'
import { IconButton } from './button.tsx'
import { themeChoices, themeNames, useTheme } from './theme.ts'
import styles from './theme-switch.module.css'

/** One press to the other theme. */
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

/** All three choices in words. */
export function ThemeChoices() {
  const choice = useTheme(state => state.choice)
  const choose = useTheme(state => state.choose)
  return (
    <fieldset className={styles.choices}>
      <legend className="sr">主题</legend>
      {themeChoices.map(name => (
        <button key={name} type="button" aria-pressed={name === choice} onClick={() => choose(name)}>
          {themeNames[name]}
        </button>
      ))}
    </fieldset>
  )
}
