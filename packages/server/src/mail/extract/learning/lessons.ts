import { type Visible, visibleText } from '../../visible/visible-text.ts'
import { readMail } from '../code-context.ts'
import { judgeNumbers } from '../code-finder.ts'
import { inThirtyLanguages } from '../corpus/all.ts'
import type { Sample } from '../corpus/sample.ts'
import { linkPlaces } from '../extract.ts'
import { judgeLinks } from '../link-finder.ts'
import { isForwarded, type Line, linesOfBlocks, linesOfText, subjectLine } from '../mail-lines.ts'
import type { Lesson } from './learn-weights.ts'
import { reshaped } from './reshape.ts'

/** Makes the lessons of one mail of the corpus. Its HTML and its text are two separate readings. */

type Body = { visible: Visible | null; lines: Line[] }

function bodiesOf({ subject, html, text }: Sample): Body[] {
  const forwarded = isForwarded(subject)
  const visible = html === null ? null : visibleText(html)
  const bodies: Body[] = []
  if (visible !== null) bodies.push({ visible, lines: linesOfBlocks(visible.blocks, forwarded) })
  if (text !== null) bodies.push({ visible: null, lines: linesOfText(text, forwarded) })
  return bodies
}

/** Few mails of the corpus are in most of the thirty languages, so each of them counts more. */
const WORTH_OF_SELDOM = 4
const seldom = new Set<Sample>(inThirtyLanguages)
const worthOf = (sample: Sample) => (seldom.has(sample) ? WORTH_OF_SELDOM : 1)

function numberLessons(sample: Sample, worth: number): Lesson[] {
  return bodiesOf(sample)
    .flatMap(({ lines }) => judgeNumbers(readMail([subjectLine(sample.subject), ...lines])))
    .map(({ value, known }) => ({ known, isRight: value === sample.expect.code, worth }))
}

/** A copy counts less than the mail as it was written. */
const WORTH_OF_COPY = 0.5

/** A mail in one of the thirty languages teaches twice: as it was written, and with numbers of other shapes. */
export function codeLessons(sample: Sample): Lesson[] {
  const worth = worthOf(sample)
  if (!seldom.has(sample)) return numberLessons(sample, worth)
  return [...numberLessons(sample, worth), ...numberLessons(reshaped(sample), worth * WORTH_OF_COPY)]
}

export function linkLessons(sample: Sample): Lesson[] {
  const worth = worthOf(sample)
  const subject = subjectLine(sample.subject)
  return bodiesOf(sample)
    .flatMap(({ visible, lines }) =>
      judgeLinks(
        linkPlaces(visible, visible === null ? [] : lines, visible === null ? lines : []),
        subject,
        readMail([subject, ...lines]).opening,
      ),
    )
    .map(({ place, known }) => ({ known, isRight: place.href === sample.expect.link, worth }))
}
