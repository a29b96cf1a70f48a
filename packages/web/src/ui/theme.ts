/** Light, dark, or the system's theme: the choice, stored in local storage, and the resulting theme. */
import { create } from 'zustand'

const KEY = 'theme'

export const themeChoices = ['light', 'dark', 'system'] as const
export type ThemeChoice = (typeof themeChoices)[number]
export type Theme = 'light' | 'dark'

export const themeNames: Readonly<Record<ThemeChoice, string>> = {
  light: '浅色',
  dark: '深色',
  system: '跟随系统',
}

export type ThemeState = { choice: ThemeChoice; theme: Theme; choose: (choice: ThemeChoice) => void }

function storedChoice(): ThemeChoice {
  try {
    return themeChoices.find(choice => choice === localStorage.getItem(KEY)) ?? 'system'
  } catch {
    return 'system'
  }
}

function resolve(choice: ThemeChoice): Theme {
  if (choice !== 'system') return choice
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

export const useTheme = create<ThemeState>()(set => ({
  choice: storedChoice(),
  theme: resolve(storedChoice()),
  choose: choice => {
    try {
      localStorage.setItem(KEY, choice)
    } catch {
      // Without storage the choice lasts for this visit.
    }
    applyTheme(choice)
    set({ choice, theme: resolve(choice) })
  },
}))

function applyTheme(choice: ThemeChoice): void {
  document.documentElement.dataset.theme = resolve(choice)
}

/** Applies the theme to the page, and follows the system if that is the choice. */
export function startTheme(): void {
  applyTheme(useTheme.getState().choice)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    const { choice, choose } = useTheme.getState()
    if (choice === 'system') choose('system')
  })
}
