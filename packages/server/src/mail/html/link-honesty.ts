/** Finds links whose words promise another place than they lead to. */

/** A web address anywhere in the words, or words that are nothing but a host or a URL without its scheme. */
const WEB_ADDRESS = /(?:https?:\/\/|\bwww\.)[^\s/?#\\]{1,253}/i
const BARE_HOST = /^[^\s/?#\\:]{1,253}\.[a-z]{2,24}(?=[/?#:]|$)/i
const FILE_NAME = /\.(?:pdf|docx?|xlsx?|pptx?|zip|rar|png|jpe?g|gif|txt|csv|html?|js|exe|md)$/i
const BIDI = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/

/** The true host if the reader should be told, else null. `text` is what the link shows. */
export function deceptiveHost(text: string, url: URL): string | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  const host = url.hostname
  if (url.username !== '' || url.password !== '') return host
  if (host.split('.').some(label => label.startsWith('xn--')) || BIDI.test(text)) return host
  const shown = shownHost(text)
  return shown === null || isSameSite(shown, host) ? null : host
}

function shownHost(text: string): string | null {
  const words = text.slice(0, 300).normalize('NFKC').trim()
  const found = WEB_ADDRESS.exec(words)?.[0] ?? BARE_HOST.exec(words)?.[0]
  if (found === undefined || FILE_NAME.test(found)) return null
  const address = /^https?:/i.test(found) ? found : `http://${found}`
  return URL.canParse(address) ? new URL(address).hostname : null
}

/** "example.com" may lead to "www.example.com", and the other way round. */
function isSameSite(shown: string, host: string): boolean {
  const plain = (name: string) => name.replace(/^www\./, '')
  return plain(shown) === plain(host) || host.endsWith(`.${plain(shown)}`)
}
