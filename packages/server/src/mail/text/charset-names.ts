/**
 * Maps charset labels as mailers write them to the decoder that reads them (WHATWG Encoding, section 4.2).
 */

const MAX_LABEL_LENGTH = 64

/** Labels that TextDecoder does not know, or reads too narrowly: mail in "gb2312" is full of GBK and GB18030. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['gb2312', 'gb18030'],
  ['gbk', 'gb18030'],
  ['x-gbk', 'gb18030'],
  ['gb_2312-80', 'gb18030'],
  ['gb-2312', 'gb18030'],
  ['gb2312-80', 'gb18030'],
  ['euc-cn', 'gb18030'],
  ['euccn', 'gb18030'],
  ['cp936', 'gb18030'],
  ['ms936', 'gb18030'],
  ['windows-936', 'gb18030'],
  ['gb18030-2000', 'gb18030'],
  ['gb18030-2005', 'gb18030'],
  ['gb18030-2022', 'gb18030'],
  ['hz-gb-2312', 'hz-gb-2312'],
  ['hz', 'hz-gb-2312'],
  ['cp950', 'big5'],
  ['ms950', 'big5'],
  ['windows-950', 'big5'],
  ['big-5', 'big5'],
  ['hkscs', 'big5'],
  ['big5hkscs', 'big5'],
  ['hkscs-big5', 'big5'],
  ['big5-hkscs:2001', 'big5'],
  ['big5-hkscs:2004', 'big5'],
  ['big5-hkscs:2008', 'big5'],
  ['cp951', 'big5'],
  ['big5-eten', 'big5'],
  ['cp932', 'shift_jis'],
  ['ms932', 'shift_jis'],
  ['x-ms-cp932', 'shift_jis'],
  ['windows-932', 'shift_jis'],
  ['shift-jisx0213', 'shift_jis'],
  ['iso-2022-jp-1', 'iso-2022-jp'],
  ['iso-2022-jp-2', 'iso-2022-jp'],
  ['iso-2022-jp-3', 'iso-2022-jp'],
  ['iso-2022-jp-2004', 'iso-2022-jp'],
  ['iso-2022-jp-ms', 'iso-2022-jp'],
  ['cp50220', 'iso-2022-jp'],
  ['cp50221', 'iso-2022-jp'],
  ['eucjp', 'euc-jp'],
  ['eucjp-ms', 'euc-jp'],
  ['cp51932', 'euc-jp'],
  ['iso-2022-kr', 'iso-2022-kr'],
  ['csiso2022kr', 'iso-2022-kr'],
  ['iso-2022-cn', 'iso-2022-cn'],
  ['iso-2022-cn-ext', 'iso-2022-cn'],
  ['cp949', 'euc-kr'],
  ['ms949', 'euc-kr'],
  ['uhc', 'euc-kr'],
  ['euckr', 'euc-kr'],
  ['cp1250', 'windows-1250'],
  ['cp866', 'ibm866'],
  ['cp20866', 'koi8-r'],
  ['cp874', 'windows-874'],
  ['utf-7', 'utf-7'],
  ['unicode-1-1-utf-7', 'utf-7'],
  ['x-unicode-2-0-utf-7', 'utf-7'],
  ['x-imap4-modified-utf7', 'utf-7'],
  ['utf7', 'utf-7'],
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['utf-8-mac', 'utf-8'],
  ['utf8mb4', 'utf-8'],
  ['cp65001', 'utf-8'],
  ['utf-16', 'utf-16'],
  ['utf16', 'utf-16'],
  ['unicode', 'utf-16'],
  ['ucs-2', 'utf-16'],
  ['iso-10646-ucs-2', 'utf-16'],
  ['ascii', 'us-ascii'],
  ['us-ascii', 'us-ascii'],
  ['ansi_x3.4-1968', 'us-ascii'],
  ['ansi_x3.4-1986', 'us-ascii'],
  ['iso646-us', 'us-ascii'],
  ['iso_646.irv:1991', 'us-ascii'],
  ['7bit', 'us-ascii'],
  ['8bit', 'us-ascii'],
  ['x-user-defined', 'us-ascii'],
  ['unknown-8bit', 'us-ascii'],
  ['x-unknown', 'us-ascii'],
  ['default', 'us-ascii'],
  ['iso-8859-8-i', 'windows-1255'],
  ['iso-8859-8', 'windows-1255'],
])

/**
 * Returns the charset that `label` means, or null when it is unknown. RFC 2231 language suffixes ("utf-8*en")
 * are dropped.
 */
export function canonicalCharset(label: string): string | null {
  if (label.length > MAX_LABEL_LENGTH * 2) return null
  const name = (label.split('*', 1)[0] ?? '').replace(/["'\s]/g, '').toLowerCase()
  if (name === '' || name.length > MAX_LABEL_LENGTH) return null
  const alias = ALIASES.get(name)
  if (alias !== undefined) return alias
  const direct = supported(name)
  if (direct !== null) return direct
  // "x-windows-1251", "win1251", "windows1251", "iso8859_5", "8859-5" and the like.
  const digits = /(?:win|windows|cp|ansi)[-_]?(125[0-8])$/.exec(name)?.[1]
  if (digits !== undefined) return `windows-${digits}`
  const latin = /(?:^|iso[-_]?)8859[-_]?(\d{1,2})(?:-[ei])?$/.exec(name)?.[1]
  if (latin !== undefined) return supported(`iso-8859-${latin}`)
  return name.startsWith('x-') ? supported(name.slice(2)) : null
}

/** The beginnings of labels that decoders know; asking them for an unknown label costs an exception. */
const KNOWN_BEGINNING =
  /^(?:x-|utf|iso|windows|win|cp|koi|mac|ibm|dos|big5|cn-|gb|chinese|shift|sjis|ms_|euc|ks|korean|latin|l\d|cs|tis|arabic|asmo|ecma|greek|sun|elot|hebrew|logical|visual|cyrillic|ansi|\d)/

function supported(label: string): string | null {
  if (!KNOWN_BEGINNING.test(label)) return null
  try {
    return new TextDecoder(label).encoding
  } catch {
    return null
  }
}
