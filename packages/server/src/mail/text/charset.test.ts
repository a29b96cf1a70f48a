import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { SOON, timed } from '../mime/testing/build-mail.ts'
import { decodeText, guessCharset } from './charset.ts'
import { encodeAs } from './testing/encode-as.ts'

// Each case asserts its own time; on a busy machine the test must not time out before that.
vi.setConfig({ testTimeout: 120_000 })

const UNDECLARED: [charset: string, text: string][] = [
  ['gb18030', '您的验证码是 123456，请勿泄露给他人。'],
  ['gb18030', '验证码'],
  ['gb18030', '测试'],
  ['gb18030', '张伟'],
  ['gb18030', '会议纪要'],
  ['big5', '您的驗證碼為 123456，請勿外流。'],
  ['big5', '驗證碼'],
  ['big5', '會議通知'],
  ['shift_jis', '認証コードは 123456 です'],
  ['shift_jis', 'テスト'],
  ['shift_jis', '請求書'],
  ['euc-jp', 'ご確認をお願いします'],
  ['euc-kr', '인증번호는 123456입니다'],
  ['euc-kr', '안녕하세요'],
  ['windows-1251', 'Ваш код подтверждения: 123456'],
  ['windows-1251', 'Привет'],
  ['koi8-r', 'Ваш код подтверждения: 123456'],
  ['koi8-r', 'Привет'],
  ['windows-1252', 'Bestätigung für Müller, señor Ñandú'],
  ['windows-1252', 'Café'],
  ['windows-1252', '“Hello” – it’s me'],
  ['windows-1250', 'Zażółć gęślą jaźń'],
  ['windows-1254', 'Doğrulama kodunuz şifre değiştirme için'],
  ['windows-1253', 'Ο κωδικός επαλήθευσης είναι 123456'],
  ['windows-1255', 'קוד האימות שלך הוא 123456'],
  ['windows-1256', 'رمز التحقق الخاص بك هو 123456'],
  ['windows-874', 'รหัสยืนยันของคุณคือ 123456'],
]

/** Read as something else, these have letters that no one language has together. */
const LATIN_LINES: [charset: string, text: string][] = [
  ['windows-1252', 'Il tuo codice è 482913: non dirlo a nessuno, perché è solo tuo'],
  ['windows-1252', 'Kóðinn þinn er 482913 og gildir í tíu mínútur'],
  ['windows-1252', 'Koden din er 482913, gå til nettsiden på ti minutter'],
  ['windows-1257', 'Jūsų patvirtinimo kodas 482913, galioja dešimt minučių'],
  ['windows-1257', 'Jūsu kods ir 482913, ģenerēts šodien un derīgs desmit minūtes'],
  ['windows-1250', 'Az Ön ellenőrző kódja 482913, tíz percig érvényes, kérjük őrizze'],
  ['windows-1250', 'Váš ověřovací kód je 482913 a platí ještě deset minut'],
]

describe('bytes without a declaration', () => {
  it.each(LATIN_LINES)('are read as %s by the letters of one language: %s', (charset, text) => {
    expect(decodeText(encodeAs(charset, text), null).text).toBe(text)
  })

  it.each(UNDECLARED)('are read as %s: %s', (charset, text) => {
    expect(decodeText(encodeAs(charset, text), null)).toEqual({ text, charset, guessed: true })
  })

  it.each(UNDECLARED)('are read as %s although us-ascii is declared: %s', (charset, text) => {
    expect(decodeText(encodeAs(charset, text), 'us-ascii').text).toBe(text)
  })

  it('are UTF-8 when they are valid UTF-8', () => {
    expect(decodeText(Buffer.from('验证码 123456'))).toEqual({
      text: '验证码 123456',
      charset: 'utf-8',
      guessed: true,
    })
  })

  it('are ASCII without being called a guess', () => {
    expect(decodeText(Buffer.from('code 123456'))).toEqual({
      text: 'code 123456',
      charset: 'us-ascii',
      guessed: false,
    })
  })

  it('are UTF-16 when every other byte is zero', () => {
    expect(guessCharset(encodeAs('utf-16le', 'code 12\n验证码'))).toBe('utf-16le')
    expect(guessCharset(encodeAs('utf-16be', 'code 12\n验证码'))).toBe('utf-16be')
  })
})

/** A sentence of a letter in each language. */
const SENTENCES: [charset: string, text: string][] = [
  [
    'windows-1252',
    'Bonjour Hélène, nous avons bien reçu votre règlement, merci beaucoup. À très bientôt chez nous !',
  ],
  [
    'windows-1252',
    'Ciao Nicolò, la riunione di lunedì è stata spostata perché il capo non può venire in città.',
  ],
  [
    'windows-1252',
    'Señora Núñez, mañana podrá recoger su pedido en la tienda; también puede pedir el envío a casa.',
  ],
  [
    'windows-1252',
    'Olá João, não se esqueça da reunião de amanhã às três horas; a informação está em anexo.',
  ],
  [
    'windows-1252',
    'Sehr geehrte Frau Müller, für Ihre Rückfrage danken wir und grüßen Sie herzlich aus Köln.',
  ],
  [
    'windows-1252',
    'De coördinator heeft één vraag over de geïnstalleerde ketel en belt u morgen vóór negen uur.',
  ],
  [
    'windows-1252',
    'Kære Søren, tak for dit brev; vi mødes på lørdag klokken otte, så spiser vi frokost på øen.',
  ],
  [
    'windows-1252',
    'Hei Øystein, vi må dessverre utsette møtet på fredag, men håper å se deg på hytta før påske.',
  ],
  [
    'windows-1252',
    'Hej Åsa, vi träffas på lördag klockan åtta och äter middag hos oss, så får du se trädgården.',
  ],
  [
    'windows-1252',
    'Hyvää päivää, tilaamanne pöytä on nyt varattu ja odottaa teitä perjantaina kello yhdeksän.',
  ],
  [
    'windows-1252',
    'Sæl Þóra, við hittumst á morgun og förum svo út að borða, það verður örugglega mjög gaman.',
  ],
  [
    'windows-1252',
    'Bon dia Núria, la reunió serà demà a les cinc; això és tot el que et volia dir, gràcies.',
  ],
  [
    'windows-1252',
    'A Sheáin, a chara, beidh an cruinniú ar siúl amárach agus tá súil agam go mbeidh tú ann.',
  ],
  [
    'windows-1250',
    'Szanowna Pani, proszę o wiadomość, czy przesyłka już dotarła; będę wdzięczny za odpowiedź.',
  ],
  [
    'windows-1250',
    'Dobrý den, vaše objednávka je připravena a můžete si ji vyzvednout zítra dopoledne v našem obchodě.',
  ],
  ['windows-1250', 'Dobrý deň, vaša zásielka je pripravená a môžete si ju vyzdvihnúť zajtra ráno na pošte.'],
  [
    'windows-1250',
    'Kedves Győző, köszönöm a levelet, jövő hétfőn érkezünk, és utána együtt főzünk egy jó ebédet.',
  ],
  [
    'windows-1250',
    'Poštovani, vaša pošiljka će stići sutra; ako niste kod kuće, možete je podići u našoj pošti.',
  ],
  [
    'windows-1250',
    'Pozdravljeni, vaša pošiljka bo prišla jutri; če vas ne bo doma, jo lahko dvignete že v četrtek.',
  ],
  [
    'windows-1250',
    'Bună ziua, vă mulţumim pentru comandă şi vă aşteptăm mâine dimineaţă în magazinul din oraş.',
  ],
  [
    'windows-1254',
    'Sayın Gülşah Hanım, siparişiniz hazırlandı ve yarın akşam adresinize ulaşacak, iyi günler dileriz.',
  ],
  [
    'windows-1257',
    'Laba diena, jūsų užsakymas jau paruoštas ir rytoj bus išsiųstas į nurodytą adresą, ačiū.',
  ],
  [
    'windows-1257',
    'Labdien, jūsu pasūtījums ir gatavs un rīt tiks nosūtīts uz norādīto adresi, liels paldies.',
  ],
  [
    'iso-8859-3',
    'Kara amiko, ĉu vi jam aĉetis la bileton? Mi ĝojas, ke ĉiuj ankaŭ venos al la ĝardeno morgaŭ.',
  ],
  ['windows-1251', 'Здравствуйте, ваш заказ уже готов, и завтра мы отправим его по указанному адресу.'],
  ['koi8-r', 'Уважаемая Ольга Петровна, собрание перенесли на четверг, потому что зал ещё не готов.'],
  ['windows-1251', 'Добрий день, ваше замовлення вже готове, і завтра ми надішлемо його на вказану адресу.'],
  [
    'windows-1253',
    'Καλημέρα σας, η παραγγελία είναι έτοιμη και θα την παραλάβετε αύριο το πρωί από το κατάστημα.',
  ],
  ['windows-1255', 'שלום רב, ההזמנה שלך מוכנה ואפשר לאסוף אותה מחר בבוקר מהחנות שלנו, תודה.'],
]

describe('a sentence of a letter', () => {
  it.each(SENTENCES)('in %s is read without a declaration: %s', (charset, text) => {
    expect(decodeText(encodeAs(charset, text), null).text).toBe(text)
  })

  it.each(SENTENCES)('in %s is read when that is declared: %s', (charset, text) => {
    expect(decodeText(encodeAs(charset, text), charset)).toEqual({ text, charset, guessed: false })
  })

  it.each(SENTENCES)('in %s is read under the labels of other charsets: %s', (charset, text) => {
    for (const label of ['iso-8859-1', 'windows-1252', 'iso-8859-15', 'utf-8', 'us-ascii', 'windows-1250'])
      expect(decodeText(encodeAs(charset, text), label).text).toBe(text)
  })

  it.each(SENTENCES)('is read as UTF-8 although %s is declared: %s', (charset, text) => {
    expect(decodeText(Buffer.from(text), charset).text).toBe(text)
    expect(decodeText(Buffer.from(text), 'iso-8859-1').text).toBe(text)
  })

  it('in Vietnamese has its tones', () => {
    const text = 'Xin cha\u0300o, đơn ha\u0300ng cu\u0309a bạn đã đươ\u0323c gư\u0309i'.normalize('NFD')
    const written = text.replace(/[aou][\u0302\u0306\u031b]/g, vowel => vowel.normalize())
    expect(decodeText(encodeAs('windows-1258', written), 'iso-8859-1').text).toBe(written)
  })
})

/** One or two accents in a line tell next to nothing; the declaration tells all. */
const FEW_ACCENTS: [declared: string, text: string][] = [
  ['iso-8859-1', 'Il tuo codice è 482913'],
  ['windows-1252', 'Il codice è 730164, scade fra 10 minuti'],
  ['iso-8859-1', 'La verifica è riuscita, la password è cambiata'],
  ['iso-8859-15', 'Perché il codice è 482913?'],
  ['iso-8859-1', 'Koden er 482913 på nett'],
  ['iso-8859-1', 'Gå inn på kontoen'],
  ['iso-8859-1', 'O código é 482913'],
  ['iso-8859-1', 'Voilà, à 10 h'],
  ['windows-1252', '¿Y a él? ¡Sí!'],
  ['iso-8859-1', 'Kóðinn þinn er 482913'],
  ['iso-8859-1', 'PÅ ØYA'],
  ['windows-1250', 'Kod: 482913, ważny'],
  ['iso-8859-2', 'Kód je 482913, platí 10 minút'],
  ['iso-8859-13', 'Jūsų kodas 482913'],
  ['koi8-u', 'Ваш код: 482913, дійсний'],
  ['iso-8859-6', 'رمزك 482913'],
  ['iso-8859-7', 'Κωδικός 482913'],
]

describe('a declared charset', () => {
  it.each(FEW_ACCENTS)('of %s is believed, however little speaks for it: %s', (declared, text) => {
    const charset = declared === 'iso-8859-1' ? 'windows-1252' : declared
    expect(decodeText(encodeAs(charset, text), declared)).toMatchObject({ text, guessed: false })
  })

  it.each([
    ['gb18030', '您的验证码是 1234，请勿泄露'],
    ['big5', '您的驗證碼是 1234，請勿外流'],
    ['shift_jis', '認証コードは 1234 です'],
    ['euc-kr', '인증번호는 1234입니다'],
    ['windows-1251', 'Ваш код подтверждения: 1234'],
    ['windows-1253', 'Ο κωδικός επαλήθευσης είναι 1234'],
    ['windows-1255', 'קוד האימות שלך הוא 1234'],
    ['windows-874', 'รหัสยืนยันของคุณคือ 1234'],
    ['windows-1250', 'Zażółć gęślą jaźń, łódź, ćma'],
  ])('that everything speaks against is not: %s as iso-8859-1', (charset, text) => {
    expect(decodeText(encodeAs(charset, text), 'iso-8859-1')).toMatchObject({ text, guessed: true })
  })

  it.each([
    ['gb2312', 'gb18030', '您好，镕'],
    ['GBK', 'gb18030', '您好'],
    ['"gb18030"', 'gb18030', '您好'],
    ['cp936', 'gb18030', '您好'],
    ['Big5', 'big5', '您好'],
    ['cp950', 'big5', '您好'],
    ['Shift_JIS', 'shift_jis', 'ソフト表示'],
    ['cp932', 'shift_jis', 'こんにちは'],
    ['EUC-JP', 'euc-jp', 'こんにちは'],
    ['ks_c_5601-1987', 'euc-kr', '안녕'],
    ['KOI8-R', 'koi8-r', 'Привет'],
    ['win-1251', 'windows-1251', 'Привет'],
    ['iso8859-1', 'windows-1252', 'Größe'],
    ['iso-8859-15', 'iso-8859-15', 'Größe'],
    ['x-windows-1251', 'windows-1251', 'Привет'],
    ['UTF-16LE', 'utf-16le', '您好 hello'],
    ['UTF-16BE', 'utf-16be', '您好 hello'],
    ['utf-16', 'utf-16le', '您好 hello'],
  ])('%s is believed', (declared, charset, text) => {
    const decoded = decodeText(encodeAs(charset, text), declared)
    expect(decoded).toEqual({ text, charset, guessed: false })
  })

  it('of ISO-2022-JP is followed through its escapes, declared or not', () => {
    const bytes = Buffer.from('\u001b$BF|K\\8l\u001b(B 123', 'latin1')
    expect(decodeText(bytes, 'iso-2022-jp').text).toBe('日本語 123')
    expect(decodeText(bytes, null)).toEqual({ text: '日本語 123', charset: 'iso-2022-jp', guessed: true })
    expect(decodeText(bytes, 'us-ascii').text).toBe('日本語 123')
  })

  it('of HZ and ISO-2022-KR is read although no browser does', () => {
    expect(decodeText(Buffer.from('~{<:Ky2;S{~} ~~ end'), 'hz-gb-2312').text).toBe('己所不欲 ~ end')
    expect(decodeText(Buffer.from('\u001b$)C\u000e>H3g\u000f 1', 'latin1'), 'iso-2022-kr').text).toBe(
      '안녕 1',
    )
  })

  it('of code page 949 reads the syllables outside KS X 1001', () => {
    // 0x8C63 is 똠, 0xC164 is 펲 in Unified Hangul Code.
    const bytes = Buffer.from([0x8c, 0x63, 0xb9, 0xe6, 0xb0, 0xa2, 0xc7, 0xcf])
    expect(decodeText(bytes, 'cp949').text).toBe('똠방각하')
  })

  it('that is wrong is overruled by what the bytes say', () => {
    expect(decodeText(encodeAs('gb18030', '您的验证码是 1234'), 'utf-8')).toMatchObject({
      charset: 'gb18030',
      guessed: true,
    })
    expect(decodeText(encodeAs('gb18030', '您的验证码是 1234'), 'iso-8859-1').text).toBe('您的验证码是 1234')
    expect(decodeText(Buffer.from('您的验证码是 1234'), 'gb2312').text).toBe('您的验证码是 1234')
    expect(decodeText(Buffer.from('您的验证码是 1234'), 'iso-8859-1').text).toBe('您的验证码是 1234')
    expect(decodeText(Buffer.from('plain ascii text'), 'utf-16').text).toBe('plain ascii text')
  })

  it('of UTF-8 with one broken byte stays UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from('您的验证码是一二三四五六'), Buffer.from([0xff])])
    expect(decodeText(bytes, 'utf-8').text).toBe('您的验证码是一二三四五六\ufffd')
  })

  it('that is unknown, absurd or empty gives text all the same', () => {
    for (const declared of [
      'x-klingon',
      '',
      '\0',
      `${'a'.repeat(10_000)}`,
      'utf-8\r\nX: y',
      '???',
      '*',
      "'",
    ]) {
      expect(decodeText(encodeAs('gb18030', '验证码是多少'), declared).text).toBe('验证码是多少')
    }
  })

  it('of UTF-7 never becomes markup', () => {
    for (const declared of ['utf-7', 'UTF-7', 'unicode-1-1-utf-7', 'x-imap4-modified-utf7']) {
      expect(decodeText(Buffer.from('+ADw-script+AD4-'), declared).text).toBe('+ADw-script+AD4-')
    }
  })

  it('loses to a byte order mark, which does not appear in the text', () => {
    expect(decodeText(Buffer.from('\ufeff您好'), 'gbk')).toMatchObject({ text: '您好', charset: 'utf-8' })
    expect(
      decodeText(Buffer.concat([Buffer.from([0xff, 0xfe]), encodeAs('utf-16le', '您好')]), 'utf-8').text,
    ).toBe('您好')
  })
})

describe('any bytes at all', () => {
  it('never throw', () => {
    const label = fc.constantFrom(
      null,
      'utf-8',
      'gb2312',
      'big5',
      'shift_jis',
      'iso-2022-jp',
      'iso-2022-kr',
      'hz',
      'utf-16',
      'cp949',
      'nope',
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), label, (bytes, declared) => {
        expect(typeof decodeText(bytes, declared).text).toBe('string')
      }),
      { numRuns: 1_000 },
    )
  })

  it('are judged on a sample: 5 MB cost no more than decoding them', () => {
    const bytes = Buffer.alloc(5_000_000, encodeAs('gb18030', '您的验证码是'))
    expect(timed(() => decodeText(bytes, null))).toBeLessThan(SOON)
    const noise = Buffer.alloc(5_000_000, Buffer.from([0xff, 0x80, 0x20, 0xe9]))
    expect(timed(() => decodeText(noise, 'big5'))).toBeLessThan(SOON)
  })
})
