import { themeChoices, themeNames, useTheme } from './theme.ts'
import styles from './theme-switch.module.css'

/** All three themes as words. */
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
