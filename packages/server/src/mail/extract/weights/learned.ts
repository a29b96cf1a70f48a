import { type Chance, makeChance, readWeights } from './chance.ts'
import { CODE_WEIGHTS } from './code-weights.ts'
import { LINK_WEIGHTS } from './link-weights.ts'

/** The probabilities of codes and links, by weights learned from some mails. */
export type Learned = { code: Chance; link: Chance }

/** What the whole corpus teaches. */
export const LEARNED: Learned = {
  code: makeChance(readWeights(CODE_WEIGHTS)),
  link: makeChance(readWeights(LINK_WEIGHTS)),
}
