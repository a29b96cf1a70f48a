/** The senders whose pictures are always shown, stored in this browser. */
const KEY = 'yanshu.imageSenders'
const MOST = 300

export type ConsentStorage = Pick<Storage, 'getItem' | 'setItem'>

function read(storage: ConsentStorage): string[] {
  try {
    const value: unknown = JSON.parse(storage.getItem(KEY) ?? '[]')
    return Array.isArray(value) ? value.filter(one => typeof one === 'string') : []
  } catch {
    return []
  }
}

export function mayShowImages(sender: string, storage: ConsentStorage = localStorage): boolean {
  return sender !== '' && read(storage).includes(sender.toLowerCase())
}

export function alwaysShowImages(sender: string, storage: ConsentStorage = localStorage): void {
  const address = sender.toLowerCase()
  try {
    storage.setItem(
      KEY,
      JSON.stringify([address, ...read(storage).filter(one => one !== address)].slice(0, MOST)),
    )
  } catch {
    // Without storage the consent lasts for this mail.
  }
}
