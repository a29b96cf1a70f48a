/** Tells how a program uses the site, where letters and passwords are kept, and how the site does. */
import { SheetDialog } from '../../ui/sheet-dialog.tsx'
import { ForPrograms } from './for-programs.tsx'
import { Privacy } from './privacy.tsx'
import { SiteState } from './site-state.tsx'
import { type AboutTopic, aboutNames } from './topics.ts'

const parts = { program: ForPrograms, privacy: Privacy, state: SiteState }

export default function AboutDialog({ topic, onClose }: { topic: AboutTopic; onClose: () => void }) {
  const Part = parts[topic]
  return (
    <SheetDialog
      open
      title={aboutNames[topic]}
      size={topic === 'program' ? 'wide' : 'normal'}
      onClose={onClose}
    >
      <Part />
    </SheetDialog>
  )
}
