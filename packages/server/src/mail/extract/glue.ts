/**
 * Decides whether the text between a name and a number ties the two together: only punctuation and small
 * words, or words that end in "is" or a colon.
 */

const MAX_GAP = 70
const SIGNS = /[\s:=\-"'“”„«»()[\]{}【】「」『』〖〗《》<>*_|.,、~→▶►➡•·!#]+/g
const SMALL_WORDS = new Set(
  'is are number numbers no num nr nummer numero nº id code below here your following follows as the this that s ist lautet lauten est es e sono jest to adalah la dir ni is: номер кода hier ci-dessous suivant seguente siguiente aqui abajo abaixo ниже هو هي: هو هي reads equals now nu sie bitte please just simply por favor den die das el le il o lo un einfach is- einfach folgt wie und'.split(
    ' ',
  ),
)
const CJK_GLUE =
  /^(?:号码|號碼|号|號|码|碼|编号|編號|代码|代碼|为|為|是|如下|以下|即|就是|:|番号|コード|です|は|が|번호|코드|은|는|이|가|입니다|の|的|を|をご|下記|次の|内容)+$/
const COPULA =
  /(?:[::]|(?:^|[\s'])(?:is|are|ist|lautet|est|es|e|jest|adalah|la|هو|هي|equals|sera|sara|является|das ist)|是|为|為|は|은|는|->|=>|→)[\s"'“”„«»()[\]【「『*<]*$/
const CONNECTION =
  /^["'”’)\]】」』*\s.]{0,4}(?:(?:is|as|ist|als|est|comme|es|como|e|come|jest|to|adalah|la|هو|هي|is je|ar|är|er)(?:\s|')|[-:(|•·]|是|为|為|作为|作為|即|は|が|を|이|가|은|는|를|을|—)/

/** In some languages the instruction for a number follows the number. */
export function isToldAfter(after: string): boolean {
  return /^[」』】)\s]{0,2}(?:(?:と|を|을\(를\)|를\(을\)|을|를|라고)?\s?|(?:を|을|를)[^、。,.]{1,14}(?:に|へ|で|에)\s?)(?:ご入力|入力|입력|적어|넣어|输入|填入|填写|填到|填进|填回|粘贴|贴到|贴回|输进|敲进|輸入|填寫|貼到|貼回|貼上|填回)/.test(
    after,
  )
}

/** True when only punctuation and small words stand between a name and the number after it. */
export function isDirect(gap: string): boolean {
  if (gap.length > MAX_GAP) return false
  const words = gap.replace(SIGNS, ' ').trim()
  return words === '' || words.split(' ').every(word => SMALL_WORDS.has(word) || CJK_GLUE.test(word))
}

/** "Kod do logowania to 661208" means "is"; "the code to approve the payment to ACME" does not. */
function isPolishIs(gap: string): boolean {
  return (
    /\sto[\s"'„*]*$/.test(gap) &&
    !/(?:^|\s)(?:to|the|of|when|for|from|your|with|by|this|and|money)\s.*\sto\W*$/.test(gap)
  )
}

/**
 * True when the gap ties a name to the number after it. The gap may hold other words if it ends in "is" or a
 * colon.
 */
export function isTight(gap: string): boolean {
  return isDirect(gap) || (gap.length <= MAX_GAP && (COPULA.test(gap) || isPolishIs(gap) || isCell(gap)))
}

/** True when the name fills a cell and the number is in the next one. */
const isCell = (gap: string) => gap.endsWith('\t') && gap.indexOf('\t') === gap.length - 1

const POSSESSIVE =
  /(?:(?:^|[\s'])(?:your|ihr|dein|votre|ton|tu|su|seu|tuo|suo|ваш|твой|je|jouw|uw|tw[oó]j)\s|您的|你的|あなたの|お客様の|귀하의)([^,.]{0,40})$/i

/** Words that call a code new add nothing, because every code is new. */
const NEWNESS =
  /(?:^|\s)(?:new|latest|current|fresh|personal|neuer|aktueller|nouveau|nuevo|nueva|novo|nuovo|новый|nieuwe|nowy)(?=\s|$)|新的?|最新的?/gi

const BARE_NAMES = new Set('code 代码 代碼 コード 코드 codigo codice код kod kode'.split(' '))

/** True for a plain word for "code" that tells nothing more. */
export function isBareName(word: string): boolean {
  return BARE_NAMES.has(word)
}

/**
 * True when the words before a name call it the reader's own: "your code", "your Acme code". A common noun
 * between ("your charger code") makes it the name of something else. The words must keep their capitals.
 */
export function isYours(words: string): boolean {
  const between = POSSESSIVE.exec(words)?.[1]?.replace(NEWNESS, '')
  return between !== undefined && !/(?:^|\s)\p{Ll}/u.test(between)
}

/** True when the gap ties a number to the name after it. */
export function isConnected(gap: string): boolean {
  return CONNECTION.test(gap)
}

/** True when the name tells the purpose of the code. */
export function isSignInName(word: string): boolean {
  return /log-?\s?in|sign-?\s?in|2fa|mfa|two-|2-step|\botp|登录|登入|登陆|ログイン|サインイン|로그인|anmelde|connexion|inicio de sesion|вход|inlog|logowan|giris/.test(
    word,
  )
}

const PASS_NAMES = new Set(['passcode', 'pass code', 'パスコード'])

/** True for a name that is used for little besides signing in. */
export function isPassName(word: string): boolean {
  return PASS_NAMES.has(word)
}

export function isPassword(word: string): boolean {
  return /^(?:password|密码|密碼|パスワード|비밀번호|passwort|kennwort|mot de passe|contrasena|senha|пароль|wachtwoord|haslo|sifre)$/.test(
    word,
  )
}

/** True when the gap ends in "is" or a colon, with up to twice as many characters before. */
export function isSaid(gap: string): boolean {
  return gap.length <= 2 * MAX_GAP && COPULA.test(gap)
}

/** True when the words end by pointing at the next value, as the new one or as the one to use. */
export function isPointing(words: string): boolean {
  return /(?:(?:le|la) voici|(?:use|try|enter|type|take) (?:this|the|a) (?:one|new one|fresh one|number|following)|(?:this|the) new one|改用[^,。]{0,8}|(?:这|這)(?:个|個|组|組|串)(?:新的)?|新的(?:是|为|為)?|こちら(?:を|の番号)?|다음|diese[nrs]?|ce(?:lui)?-ci|est(?:e|a)(?: nuevo)?|questo|этот|новый)\s?[:：]\s*$|(?:^|[\s,])(?:and |then |please )?(?:enter|type|type in|type it in|enter it|key in|input|punch in)\s?:?\s*$/.test(
    words,
  )
}

/**
 * True when the words tell the reader to type in something without naming it: only a number beside them can
 * be meant.
 */
export function isTellingThis(words: string): boolean {
  return TELLING_ENGLISH.test(words) || TELLING_OTHERS.test(words)
}

const TELLING_ENGLISH =
  /(?:^|[.!]\s?|, |please |now |just )(?:enter|type|key in|input|use) (?:this|it|these|that|the (?:number|digits|characters|numbers) (?:above|below))(?: \w+)? ?(?:to |in |into |on |at |when |$|[.:!])/
const TELLING_OTHERS =
  /(?:粘贴|黏贴|貼|贴|填)到|(?:上|下)の[^。]{0,8}を[^。]{0,20}入力|(?:输入|填写|填入|輸入|填寫)(?:到|以下|上方|下方|这|這|上面|下面)|^请?[^,，。]{0,8}(?:输入|填写|填入|輸入|填寫)\s?[:：。]?$|(?:上記|下記|次の|以下の)[^。]{0,16}(?:入力|入れて)|(?:위|아래|다음|이) [^.]{0,14}(?:입력|적어|넣어)|geben sie (?:dies|das|folgendes)|(?:saisissez|entrez|tapez) (?:ceci|ce |ces )|(?:introduce|escribe|ingresa|teclea) (?:esto|este|estos)|введите (?:это|эти)|inserisci quest|wpisz t[eo] /

/**
 * True when the line continues from the number on the line above: "と…欄に入力してください", "à saisir sur votre
 * espace".
 */
export function isTellingOn(words: string): boolean {
  return /^(?:と|を)[^。]{0,40}(?:入力|入れて)|^[^.]{0,4}(?:라고|를|을)[^.]{0,30}(?:입력|적어)|^(?:a saisir|a entrer|a recopier|to be entered|to enter|to type|einzugeben|zur eingabe|para introducir|para ingresar|da inserire|для ввода)(?:\s|$)/.test(
    words.trim(),
  )
}

/**
 * True when the words after a bare name give its value or its purpose. Any other word makes it the name of
 * something else ("code famille").
 */
export function leadsOn(rest: string): boolean {
  return !/^\s(?!(?:is|are|est|es|e|ist|lautet|sera|sara|below|here|to|for|and|from|in|on|at|that|which|will|can|expires|now|hier|unten|zur|zum|fur|um|an|pour|a|de|d'|du|suivant|ci-dessous|para|por|siguiente|abaixo|per|di|seguente|для|ниже|na|do|om|voor|icin)(?:[\s':.,]|$))[a-zа-яà-ÿ]{3,}/.test(
    rest,
  )
}

/** "case type 2140": "type" is a noun here. */
export function isKindOf(verb: string, before: string): boolean {
  return (
    verb === 'type' && /(?:case|issue|error|ticket|event|product|item|record|message|request) $/.test(before)
  )
}

/**
 * True for "Código de centro", false for "código de tu cuenta", "code de 6 chiffres" and "código de Acme".
 */
export function isOfSomething(word: string, rest: string): boolean {
  if (word !== 'code' && word !== 'codigo' && word !== 'codice') return false
  return /^\s(?:de|del|de la|de l'|d'|du|des|di|della|do|da)\s?(?!\d|un |uso|tu |su |seu |sua |tuo |votre |ton |vos |la cuenta|cuenta|compte|conta|account|cuatro|cinco|seis|ocho|six|quatre|huit|sei |quattro|otto|quatro|inicio|acces|entr|connex|login)\p{Ll}{3,}/u.test(
    rest,
  )
}

/** "Salon kodu": a noun before the word tells whose code it is; "bu kodu" and "6 haneli kodu" do not. */
export function isOfNounBefore(word: string, before: string): boolean {
  if (!/^kodu(?:n|nuz)?$/.test(word)) return false
  return (
    /\p{L}{3,} $/u.test(before) &&
    !/(?:asagidaki|yukaridaki|haneli|basamakli|sizin|gelen|yeni|bir|olan|icin|size|girin) $/.test(before)
  )
}

/** "… tippst du auf der Anmeldeseite 3350 ein." */
export const isGermanIn = (after: string): boolean => /^\s?ein(?:[.!,\s]|$)/.test(after)
