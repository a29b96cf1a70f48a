/** The sentence of a fact that this room keeps in its own tables. */
import { type SayFact, sayFact } from '../../ledger/fact/fact.ts'
import { ledgerFactWords } from '../../ledger/words.ts'
import { inboundFactWords } from './words.ts'

export const sayInbound: SayFact = stored => sayFact({ ...ledgerFactWords, ...inboundFactWords }, stored)
