/**
 * Our own spam rules: they make a score from the content of a mail and the results of the sender checks. They
 * are few and mild on purpose, because a lost verification code is worse than an advertisement that is seen.
 * Pure.
 */
import { baits } from './bait-words.ts'

export type SpamFacts = {
  subject: string
  fromName: string
  fromAddress: string
  hasDate: boolean
  hasMessageId: boolean
  textLength: number
  htmlLength: number
  linkCount: number
  remoteImages: number
  attachmentNames: readonly string[]
  hasCode: boolean
  spf: string
  dkim: string
  dmarc: string
}

export type SpamVerdict = { score: number; rules: string[] }

type Rule = { name: string; points: number; hits(facts: SpamFacts): boolean }

const executable = /\.(?:exe|scr|pif|com|bat|cmd|vbs|js|jse|wsf|hta|jar|lnk|iso|img|ps1|msi)$/i
const domainInName = (name: string): string | null =>
  /@([\w.-]+\.[a-z]{2,})/i.exec(name)?.[1]?.toLowerCase() ?? null

const rules: readonly Rule[] = [
  { name: 'dmarc-fail', points: 3, hits: f => f.dmarc === 'fail' },
  { name: 'spf-fail', points: 1.5, hits: f => f.spf === 'fail' },
  { name: 'spf-softfail', points: 0.5, hits: f => f.spf === 'softfail' },
  { name: 'dkim-fail', points: 1, hits: f => f.dkim === 'fail' },
  { name: 'no-date', points: 0.5, hits: f => !f.hasDate },
  { name: 'no-message-id', points: 0.5, hits: f => !f.hasMessageId },
  { name: 'bait-words', points: 3.5, hits: f => baits.test(f.subject) || baits.test(f.fromName) },
  { name: 'shouting', points: 1, hits: f => /[A-Z]{12,}/.test(f.subject.replace(/[^A-Za-z]/g, '')) },
  {
    name: 'name-pretends-address',
    points: 2.5,
    hits: f => {
      const claimed = domainInName(f.fromName)
      const real = f.fromAddress.toLowerCase().split('@').at(-1) ?? ''
      return claimed !== null && real !== claimed && !real.endsWith(`.${claimed}`)
    },
  },
  { name: 'executable', points: 3, hits: f => f.attachmentNames.some(name => executable.test(name)) },
  { name: 'only-image', points: 1.5, hits: f => f.htmlLength > 0 && f.textLength < 40 && f.remoteImages > 0 },
  { name: 'many-links', points: 0.5, hits: f => f.linkCount > 60 },
  { name: 'has-code', points: -2, hits: f => f.hasCode && f.dmarc !== 'fail' },
]

export function spamScore(facts: SpamFacts): SpamVerdict {
  const hit = rules.filter(rule => rule.hits(facts))
  const score = hit.reduce((sum, rule) => sum + rule.points, 0)
  return { score: Math.max(0, Math.round(score * 10) / 10), rules: hit.map(rule => rule.name) }
}
