/** The sentences of the facts of all rooms. The type check fails when a room omits one. */
import { certificateFactWords } from './certificate/words/words.ts'
import { commerceFactWords } from './commerce/words/words.ts'
import { domainFactWords } from './domain/words/words.ts'
import { httpFactWords } from './http/words.ts'
import { identityFactWords } from './identity/words/words.ts'
import { inboundFactWords } from './inbound/words/words.ts'
import { type FactWords, fixedFactsSaying, type SayFact, sayFact } from './ledger/fact/fact.ts'
import { ledgerFactWords } from './ledger/words.ts'
import { mailboxFactWords } from './mailbox/words/words.ts'
import { operateFactWords } from './operate/words/words.ts'
import { outboundFactWords } from './outbound/words/words.ts'

const allFactWords: FactWords = {
  ...ledgerFactWords,
  ...identityFactWords,
  ...domainFactWords,
  ...certificateFactWords,
  ...commerceFactWords,
  ...inboundFactWords,
  ...outboundFactWords,
  ...mailboxFactWords,
  ...operateFactWords,
  ...httpFactWords,
}

export const sayAnyFact: SayFact = stored => sayFact(allFactWords, stored)

export const anyFactsSaying = (text: string): string[] => fixedFactsSaying(allFactWords, text)
