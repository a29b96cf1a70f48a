/** Puts the sender checks of a mail into words for people. */
import type { CheckName, CheckResult, KeptChecks, SenderChecks } from './sender-verdict.ts'
import { mailWords } from './words.ts'

/** Mails of earlier versions hold the sentences themselves. */
type Kept = KeptChecks[CheckName] & { readonly detail?: string }

const say = (name: CheckName, { result, domain, note, detail }: Kept): CheckResult => ({
  result,
  domain,
  detail: detail ?? (note === undefined ? mailWords.senderChecks[name][result] : mailWords.checkNotes[note]),
})

export const sayChecks = ({ spf, dkim, dmarc, arc }: KeptChecks): SenderChecks => ({
  spf: say('spf', spf),
  dkim: say('dkim', dkim),
  dmarc: say('dmarc', dmarc),
  arc: say('arc', arc),
})
