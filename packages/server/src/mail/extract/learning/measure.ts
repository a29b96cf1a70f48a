import { readFileSync } from 'node:fs'
import { inThirtyLanguages, taught } from '../corpus/all.ts'
import type { Sample } from '../corpus/sample.ts'
import { unseenPostEast } from '../corpus/unseen-post-east.ts'
import { unseenPostWest } from '../corpus/unseen-post-west.ts'
import { extractCodeAndLink } from '../extract.ts'
import { makeChance } from '../weights/chance.ts'
import { LEARNED, type Learned } from '../weights/learned.ts'
import { learnWeights } from './learn-weights.ts'
import { codeLessons, linkLessons } from './lessons.ts'

/**
 * `npm run measure:codes`: prints for each language how well codes and links of mails are found that nothing
 * was learned from. It leaves out a fifth of the mails in thirty languages, learns from everything else, reads
 * that fifth, and goes on with the next. With "languages" as first word it leaves out a whole language at a
 * time. With "unseen" it reads the mails in these languages that stay unseen, with the weights in the tree, and
 * with names of JSON files (arrays of mails with `lang` and `expect`) the mails in those.
 */

type Tally = { right: number; wrong: number; missed: number }
type Tallies = { code: Tally; link: Tally }
type Mail = Sample & { lang: string }

const FIFTHS = 5
const none = (): Tally => ({ right: 0, wrong: 0, missed: 0 })

function count(tally: Tally, got: string | null, sought: string | null): void {
  if (got !== null && got === sought) tally.right++
  if (got !== null && got !== sought) tally.wrong++
  if (sought !== null && got !== sought) tally.missed++
}

const tallies = new Map<string, Tallies>()
const misread: string[] = []

function read(mails: readonly Mail[], learned: Learned): void {
  for (const { lang, name, expect, ...mail } of mails) {
    const { code, link } = extractCodeAndLink(mail, null, learned)
    for (const place of [lang, 'all']) {
      const known = tallies.get(place) ?? { code: none(), link: none() }
      tallies.set(place, known)
      count(known.code, code, expect.code)
      count(known.link, link, expect.link)
    }
    if (code !== expect.code) misread.push(`${name}: code ${code}, not ${expect.code}`)
    if (link !== expect.link) misread.push(`${name}: link ${link}, not ${expect.link}`)
  }
}

/** The second word of a name is the language. */
const withLanguage = (mail: Sample): Mail => ({ ...mail, lang: mail.name.split(' ')[1] ?? '' })

function crossValidate(groupOf: (mail: Mail, at: number) => string | number): void {
  const mails = inThirtyLanguages.map(withLanguage)
  const known = new Set<Sample>(inThirtyLanguages)
  const rest = taught.filter(mail => !known.has(mail))
  const restCodes = rest.flatMap(codeLessons)
  const restLinks = rest.flatMap(linkLessons)
  const lessons = inThirtyLanguages.map(mail => ({ codes: codeLessons(mail), links: linkLessons(mail) }))
  const groups = mails.map(groupOf)
  for (const group of new Set(groups)) {
    const others = lessons.filter((_, at) => groups[at] !== group)
    const learned = {
      code: makeChance(learnWeights([...restCodes, ...others.flatMap(one => one.codes)])),
      link: makeChance(learnWeights([...restLinks, ...others.flatMap(one => one.links)])),
    }
    read(
      mails.filter((_, at) => groups[at] === group),
      learned,
    )
  }
}

const share = (part: number, whole: number) => (whole === 0 ? '-' : ((100 * part) / whole).toFixed(1))
const figures = ({ right, wrong, missed }: Tally) =>
  `${share(right, right + wrong).padStart(6)} ${share(right, right + missed).padStart(6)}`

const [first, ...more] = process.argv.slice(2)
if (first === undefined || first === 'misread') crossValidate((_, at) => at % FIFTHS)
else if (first === 'languages') crossValidate(({ lang }) => lang)
else if (first === 'unseen') read([...unseenPostWest, ...unseenPostEast].map(withLanguage), LEARNED)
else for (const file of [first, ...more]) read(JSON.parse(readFileSync(file, 'utf8')) as Mail[], LEARNED)

if (process.argv.includes('misread')) process.stdout.write(`${misread.join('\n')}\n`)
process.stdout.write('language  codes: precision, recall   links: precision, recall (percent)\n')
for (const [lang, { code, link }] of tallies)
  process.stdout.write(`${lang.padEnd(10)}${figures(code)}   ${figures(link)}\n`)
