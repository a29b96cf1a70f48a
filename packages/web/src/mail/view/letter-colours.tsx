/** Lets the reader switch a letter between its own light colours and dark ones, for this visit. */
import type { MailDetail } from '@yanshu/contract'
import { create } from 'zustand'
import { Segmented } from '../../ui/segmented.tsx'
import { useTheme } from '../../ui/theme.ts'
import { hasColourChoice, type LetterColours } from './own-colours.ts'

type Chosen = { asSent: ReadonlySet<string> }

const useChosen = create<Chosen>()(() => ({ asSent: new Set() }))

export const useLetterColours = (id: string | undefined): LetterColours =>
  useChosen(({ asSent }) => (id !== undefined && asSent.has(id) ? 'asSent' : 'adapted'))

function choose(id: string, colours: LetterColours): void {
  const asSent = new Set(useChosen.getState().asSent)
  if (colours === 'asSent') asSent.add(id)
  else asSent.delete(id)
  useChosen.setState({ asSent })
}

export const colourItems = [
  { name: 'asSent', label: '原样' },
  { name: 'adapted', label: '适应' },
] as const

type Letter = Pick<MailDetail, 'id' | 'html'>

/** Returns the choice of colours for the letter, or null where there is none. */
export function useColourChoice({ id, html }: Letter) {
  const isDark = useTheme(state => state.theme) === 'dark'
  const colours = useLetterColours(id)
  if (!isDark || html === null || !hasColourChoice(html)) return null
  return { colours, choose: (chosen: LetterColours) => choose(id, chosen) }
}

export function ColourSwitch({ letter, className }: { letter: Letter; className?: string | undefined }) {
  const choice = useColourChoice(letter)
  if (choice === null) return null
  return (
    <div className={className}>
      <Segmented label="这封信的颜色" items={colourItems} active={choice.colours} onChange={choice.choose} />
    </div>
  )
}
