import { BlockList, isIP } from 'node:net'

/** Tells whether an address is among addresses, and networks written as address/bits. */
export function networksOf(texts: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6')
  for (const text of texts) {
    const [address = '', bits] = text.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return address => isIP(address) !== 0 && list.check(address, familyOf(address))
}
