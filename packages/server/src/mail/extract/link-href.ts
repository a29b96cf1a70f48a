/** Reads the address of a link: whether it can be opened, was made for one reader, and for which purpose. */

export const PURPOSES = ['verify', 'reset', 'signin'] as const
export type Purpose = (typeof PURPOSES)[number]

export const HREF_PURPOSES: Readonly<Record<Purpose, RegExp>> = {
  verify:
    /verif|certif|confirm|activat|validat|register|signup|sign-up|optin|opt-in|double-opt|approv|authorize|unlock|yanzheng|jihuo|bestaetig|aktivier|onay|potwierdz|bevestig|valider|subscribe|aktyw|activeer|aktiver|aktivuj|aktivac|aktival|aktivasi|vahvist|bekraft|bekraeft|bekreft|potvrd|overit|overen|megerosit|podtverd|pidtver|potvar|epivev|xac-?nhan|xac-?minh|kich-?hoat|konfirm|verifik|dogrula|taakid|tafeel|ishur|imut/i,
  reset:
    /reset|lost-?password|password\/(?:edit|new|change)|mdp|mot-?de-?passe|reinit|recover|forgot|new-?password|set-?password|restore|chongzhi|zuruecksetz|restablec|nouveau-?mot|vosstanov|nulstil|tilbakestill|aterstall|palauta|uusi-?salasana|uj-?jelszo|jelszo-?csere|obnov|nove-?heslo|nowe-?haslo|sifirla|yeni-?sifre|dat-?lai|atur-?ulang|nova-?parola|parola-?noua|novyj-?parol|smena-?parol|passord\/(?:sett|ny)|losenord\/(?:nytt|byt)|nytt-?losenord/i,
  signin:
    /magic|sign-?in|log-?in|passwordless|one-?time|otp|callback|session|auth|entrar|connexion|logowan|zaloguj|anmeld|logga-?in|logg-?inn|innlogg|inlog|log-?ind|prihlas|belep|bejelentk|kirjaudu|autentific|vhod|vkhod|vhid|giris|dang-?nhap|masuk|eisod|syndes|acceso|acceder|acced|entra\b/i,
}
export const HREF_REFUSED =
  /unsubscribe|optout|opt-out|preferences|privacy|\/terms|\/help|\/support|\/faq|not-?me|wasnt-?me|report-?abuse|disavow|revoke|deny|[/-]cancel|[/?=&-](?:afmeld|avmeld|odhlas|leiratk|dezabon|otpis|vidpys|otkaz|iptal|berhenti|ikke-?(?:meg|mig|jeg)|inte-?jag|nu-?eu|ne-?(?:ya|sam)|nie-?ja|ben-?degil|nem-?en|zamitn|odmit|odrzuc|afvis|avvis|steng|radera|slett?|zaklyuchi|bloque|panic|nuke|pas-?moi|no-?fui|nao-?fui|non-?sono|unsub|opt-out)|play\.google\.com|apps\.apple\.com|\.(?:png|jpe?g|gif|css|ico|svg)(?:\?|$)/i

/** True when the address can be opened and names one plain host. */
export function isUsable(href: string): boolean {
  if (!/^https?:\/\//i.test(href) || /[\s<>"]/.test(href)) return false
  try {
    const url = new URL(href)
    return url.username === '' && url.password === '' && url.hostname.length > 0
  } catch {
    return false
  }
}

/** "/confirm/31c": a short token right after the purpose; "step2" and "2fa" are not tokens. */
const SHORT_TOKEN =
  /(?:verif|confirm|activ|aktiv|aktyw|reset|valid|bevestig|bestaetig|potwierdz)[a-z]{0,8}[/=](?![a-z]+-?\d{1,2}$|\dfa$)(?=[a-z]*\d)(?=\d*[a-z])[a-z0-9]{3,5}(?:$|\?)/i

/** True when path, query or fragment surely hold something that was made for this reader. */
export function hasToken(href: string): boolean {
  // A campaign parameter (utm_…) is not a token.
  const tail = href.replace(/^https?:\/\/[^/?#]*/i, '').replace(/(?<=[?&])utm_\w{1,20}=[^&#]*/gi, '')
  if (/[?&#][\w.[\]-]{1,40}=[^&#]{6,}/.test(tail)) return true
  if (/[?&;#](?:\w{0,20}(?:token|code|key|hash|sign?|signature|ticket|otp|secret)|t|k)=[^&#]/i.test(tail))
    return true
  if (/[?&;](?:id|uid|u|c|s|h|e)=[^&;#]{3,}/i.test(tail)) return true
  // Letters and digits together, or five digits, are not the name of a public page.
  if (/[?&;][\w.[\]-]{1,40}=(?:(?=[^&;#]{0,9}\d)(?=[^&;#]{0,9}[a-z])[a-z0-9_-]{3,}|\d{5,})/i.test(tail))
    return true
  if (SHORT_TOKEN.test(tail)) return true
  return tail.split(/[/?#&=]/).some(part => {
    if (/^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9]{4,5}$/.test(part)) return true
    if (part.length >= 20 && !/^[a-z_-]+$/i.test(part)) return true
    if (/^\d{6,}$/.test(part) || (part.length >= 6 && /[a-z][A-Z].*[a-z][A-Z]/.test(part))) return true
    return (
      part.length >= 6 &&
      /\d/.test(part) &&
      /[a-z]/i.test(part) &&
      !/^v\d|^\d{1,4}-[a-z-]*$|^[a-z-]*-\d{1,4}$|\.html?$/i.test(part)
    )
  })
}

/** A value in the query, or a part of the path with a digit: little, but it may be made for one reader. */
const LITTLE = /[?&;#][\w.[\]-]{1,40}=[^&;#]|\/[^/?#]{0,40}\d[^/?#]{0,80}\/?(?:$|[?#])/

/** True when the address holds anything that might be made for one reader. */
export const mayHoldToken = (href: string): boolean =>
  hasToken(href) ||
  LITTLE.test(href.replace(/^https?:\/\/[^/?#]*/i, '').replace(/(?<=[?&])utm_\w{1,20}=[^&#]*/gi, ''))

/** The address itself signs the reader in. */
const KEYED =
  /[?&/](?:\w{0,20}token\w{0,10}|magic\w{0,8}|otp|code|key|t|ticket|nonce|tk|tok|sig|signature|hash|jwt|secret|llave|cle)[=/]|\/magic(?:-?link)?\?/i
export const LONG_VALUE =
  /[?&;][\w.-]{1,20}=(?=[\w-]{0,20}\d)[\w-]{8,}|\/(?=[\w-]{0,20}\d)[\w-]{14,}(?:$|[/?#])/

export const isKeyed = (href: string): boolean => KEYED.test(href)

/** "/t/551209": a number of six or more digits may belong to a reader or to an article. */
export const ARTICLE = /^https?:\/\/[^/?#]+(?:\/[a-z-]*)*\/\d+\/?$/i
