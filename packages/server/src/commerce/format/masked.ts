/** Masks things for people who have not proved that they are theirs: enough is left to recognise one's own. */

/** The first and last letter of the name. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const name = address.slice(0, at)
  const shown = name.length <= 2 ? `${name.slice(0, 1)}***` : `${name.slice(0, 1)}***${name.slice(-1)}`
  return `${shown}${address.slice(at)}`
}

export const maskedPhone = (phone: string): string =>
  phone.length <= 7 ? `${phone.slice(0, 2)}****` : `${phone.slice(0, 3)}****${phone.slice(-4)}`

export const maskedNumber = (orderNo: string): string => `${orderNo.slice(0, 4)}****${orderNo.slice(-4)}`

/** The network that a client is in, not the client. */
export function maskedClient(client: string): string {
  if (client.includes(':')) return `${client.split(':').slice(0, 2).join(':')}:*`
  return client.split('.').slice(0, 2).concat('*', '*').join('.')
}
