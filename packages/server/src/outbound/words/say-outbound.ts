/** Returns the sentence of a fact that this room stores in its own tables. */
import { type SayFact, sayFact } from '../../ledger/fact/fact.ts'
import { ledgerFactWords } from '../../ledger/words.ts'
import { outboundFactWords } from './words.ts'

export const sayOutbound: SayFact = stored => sayFact({ ...ledgerFactWords, ...outboundFactWords }, stored)
