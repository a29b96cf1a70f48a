/** Returns the host that a link really leads to, in the browser's spelling; null for anything but the web. */
export function hostOf(link: string): { name: string; foreign: boolean } | null {
  if (!URL.canParse(link)) return null
  const { protocol, host, hostname } = new URL(link)
  if ((protocol !== 'https:' && protocol !== 'http:') || hostname === '') return null
  return { name: host, foreign: hostname.split('.').some(label => label.startsWith('xn--')) }
}
