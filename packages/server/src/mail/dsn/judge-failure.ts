/**
 * Judges why a mail was not delivered, from the other side's words and the enhanced code (RFC 3463): one
 * judgement for the replies to our own attempts and for the bounces that come later. Words are heard before
 * codes, and reasons that are no fault of the address before the address: a person who is taken for gone gets
 * no mail any more, while one more attempt to write to nobody costs little.
 */
import { addressWords } from './address-words.ts'
import type { FailureClass, FailureWords } from './failure.ts'
import { refusalWords, vagueWords } from './refusal-words.ts'
import { enhancedIn, replyCodeIn } from './reply-code.ts'

export type Failure = {
  readonly failure: FailureClass
  /** True when the address takes no mail and will not do so later. */
  readonly isDead: boolean
}

const maxWords = 2000

/** The subject and the detail of RFC 3463, beside its further codes of RFC 7372, 7505 and of Exchange Online. */
const byCode: Readonly<Record<string, FailureClass>> = {
  '1.1': 'mailboxUnknown',
  '1.2': 'domainUnknown',
  '1.3': 'mailboxUnknown',
  '1.6': 'mailboxUnknown',
  '1.7': 'policy',
  '1.8': 'policy',
  '1.10': 'mailboxUnknown',
  '1.90': 'rate',
  '1.350': 'mailboxUnknown',
  '1.351': 'mailboxUnknown',
  '2.1': 'mailboxDisabled',
  '2.2': 'mailboxFull',
  '2.3': 'size',
  '2.121': 'rate',
  '2.122': 'rate',
  '3.1': 'unreachable',
  '3.2': 'unreachable',
  '3.4': 'size',
  '4.1': 'unreachable',
  '4.2': 'unreachable',
  '4.3': 'unreachable',
  '4.4': 'domainUnknown',
  '4.5': 'rate',
  '4.6': 'loop',
  '4.7': 'expired',
  '4.14': 'loop',
  '4.300': 'expired',
  '4.310': 'domainUnknown',
  '4.312': 'unreachable',
  '4.315': 'unreachable',
  '4.316': 'unreachable',
  '4.317': 'unreachable',
  '5.3': 'rate',
  '7.8': 'authentication',
  '7.9': 'authentication',
  '7.20': 'authentication',
  '7.21': 'authentication',
  '7.22': 'authentication',
  '7.23': 'authentication',
  '7.24': 'authentication',
  '7.25': 'authentication',
  '7.26': 'authentication',
  '7.28': 'rate',
  '7.57': 'authentication',
  '7.508': 'rate',
  '7.509': 'authentication',
  '7.705': 'rate',
  '7.708': 'reputation',
}

function classOfCode(status: string): FailureClass {
  const [, subject = '', detail = ''] = status.split('.')
  const known = byCode[`${subject}.${detail}`]
  if (known !== undefined) return known
  // Exchange Online keeps these ranges for addresses and senders that it has banned.
  if (subject === '7' && /^(?:50[0-3]|511|60[6-9]|6[1-4]\d)$/.test(detail)) return 'reputation'
  if (subject === '7') return 'policy'
  return subject === '6' ? 'content' : 'other'
}

const isVague = (status: string): boolean => /^[245]\.0\.0$/.test(status)

/** Takes out addresses, links, hosts and codes: an address may be called "spam", a host "quota". */
function wordsOf(text: string): string {
  return text
    .slice(0, maxWords)
    .replace(/https?:\/\/[^\s<>"')]{0,500}/gi, ' ')
    .replace(/[^\s<>()@"',:;]{1,64}@[a-z0-9.\u0080-\uffff-]{1,255}/gi, ' ')
    .replace(/\b[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,6}\.[a-z]{2,24}\b/g, ' ')
    .replace(/\b(domain|host|site|for|of|at) [a-z0-9-]{1,63}\.[a-z]{2,24}\b/gi, '$1 ')
    .replace(/\b[245]\d\d[ -]#?(?!5\.4\.1 )[245]\.\d{1,3}\.\d{1,3}(?= )/g, ' ')
    .replace(/[<>\s]+/g, ' ')
}

const heard = (words: readonly FailureWords[], text: string): FailureClass | undefined =>
  words.find(({ patterns }) => patterns.some(pattern => pattern.test(text)))?.failure

/** The names of block lists are hosts. */
const blockListHost = /spamhaus|spamcop|barracudacentral|uceprotect|abuseat|sorbs\.net|mailspike/i

/** The words of RFC 5321 for 550, which most systems use for an unknown mailbox and for nothing else. */
const unavailable =
  /(?:mail ?box|account|recipient) (?:is )?(?:unavailable|not available)|不可用的?(?:邮箱|信箱)/i

/** Refusals before a recipient was named, or after the mail, speak of the sender's address and domain. */
const notOfRecipient = /(?:in reply to|after|in response to) (?:the )?(?:mail from|ehlo|helo)\b/i
const afterMail =
  /(?:in reply to|after|in response to) (?:the )?(?:end of data|data\b|sending (?:mail|data|message))/i

/** Returns the class that the words name, before it is asked when they were said. */
function classOfWords(text: string): FailureClass | undefined {
  if (blockListHost.test(text.slice(0, maxWords))) return 'reputation'
  const words = wordsOf(text)
  const certain = heard(refusalWords, words) ?? heard(addressWords, words) ?? heard(vagueWords, words)
  if (certain !== undefined) return certain
  return unavailable.test(words) && replyCodeIn(text)?.startsWith('550') ? 'mailboxUnknown' : undefined
}

function classOfReply(code: string | null): FailureClass {
  return code === '552' ? 'mailboxFull' : code === '556' ? 'domainUnknown' : 'other'
}

/** Words that speak of an address at all, in the languages that mail systems write. */
const ofSomeAddress =
  /user|recipient|rcpt|mail ?box|addr|account|alias|name|用户|使用者|收件|邮箱|郵箱|信箱|地址|帐号|账号|宛先|あて先|アドレス|ユーザ|사용자|수신|주소|пользоват|адрес|получат|ящик|benutzer|empf[aä]ng|postfach|utilis|destinat|usuario|direcci|buz[oó]n|cuenta|utente|indirizzo|casella|endere|usu[aá]rio/i

/**
 * True when the words say something that is not understood, and not of an address: then the code of an unknown
 * address or domain may not mean what it says.
 */
function isOtherStatement(text: string, failure: FailureClass): boolean {
  const words = wordsOf(text)
  // The codes of domains are also sent when the name service has trouble, in words that name a domain too.
  if (failure !== 'domainUnknown' && ofSomeAddress.test(words)) return false
  const count = words.match(/\p{L}{3,}/gu)?.length ?? 0
  return (
    count > 2 || /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]{4}/u.test(words)
  )
}

const ofTheAddress: readonly FailureClass[] = ['mailboxUnknown', 'mailboxDisabled', 'domainUnknown']

/** `status` is the code that the report gives; a code in the words themselves is more exact. */
export function judgeFailure({ status, text }: { status: string | null; text: string }): Failure {
  const spoken = enhancedIn(text)
  const code = spoken !== null && !isVague(spoken) ? spoken : status
  const reply = replyCodeIn(text)
  const ofCode = code === null || isVague(code) ? classOfReply(reply) : classOfCode(code)
  const inWords = classOfWords(text)
  const isUnsure = ofTheAddress.includes(ofCode) && (inWords === 'other' || isOtherStatement(text, ofCode))
  const ofBoth = isUnsure ? 'other' : ofCode
  const said = inWords === undefined || inWords === 'other' ? ofBoth : inWords
  const isOfSender = notOfRecipient.test(text) || (said === 'domainUnknown' && afterMail.test(text))
  const failure = isOfSender && [...ofTheAddress, 'other'].includes(said) ? 'policy' : said
  const isTemporary = [code, reply].some(one => one?.startsWith('4'))
  return { failure, isDead: !isTemporary && ofTheAddress.includes(failure) }
}
