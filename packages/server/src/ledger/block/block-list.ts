/**
 * Decides who is blocked: senders by address or domain, clients by address or network. Every incoming mail
 * and every new mailbox of a visitor asks it, so the list is held in memory and read again when any node
 * changes it. Names that nobody may take are a setting (`reservedNames`); mail that a single user does not
 * want is a matter for a filter.
 */
import { BlockList as AddressList, isIP } from 'node:net'
import type { BlockKind } from '@yanshu/contract'
import type { Db } from '../../database/types.ts'
import { plainAddress } from '../../kernel/client-address.ts'
import { type Clock, second } from '../../kernel/clock.ts'
import { normalAddress, parseMailboxAddress } from '../../mail/address/mailbox-address.ts'
import { ledgerWords } from '../words.ts'
import { createBlockHits } from './block-hits.ts'
import { listPatterns } from './repository.ts'

export const blocksChannel = 'blocks'

/** A message between nodes may be lost, so the list is also read again after this time. */
const maxAgeMs = 10 * second

/** A wider network is more likely a typing mistake than an intention. */
const minBits = { 4: 8, 6: 16 } as const

export type BlockVerdict = BlockKind | null

export type BlockList = {
  /** Returns the kind of the entry that blocks this client or sender, or null. */
  judge(client: string, sender: string): Promise<BlockVerdict>
  blocksClient(client: string): Promise<boolean>
  changed(): Promise<void>
  close(): Promise<void>
}

/**
 * Finds the entry of a sender or client. A single IPv4 address is found by its text; one IPv6 address has
 * many spellings.
 */
type Index = {
  senders: ReadonlyMap<string, string>
  addresses: ReadonlyMap<string, string>
  networks: AddressList
  /** Only read for a client within `networks`. */
  networkEntries: readonly { id: string; list: AddressList }[]
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

const says = ledgerWords.block

/** Returns the one spelling in which an entry is stored, or the words for its fault. */
export function normalPattern(kind: BlockKind, text: string): { pattern: string } | { wrong: string } {
  if (kind === 'sender') {
    const bare = text.replace(/^\*?@/, '')
    if (!bare.includes('@')) {
      const parsed = parseMailboxAddress(`x@${bare}`)
      return parsed && bare.includes('.') ? { pattern: parsed.domain } : { wrong: says.noSender }
    }
    const address = normalAddress(bare)
    return address === null ? { wrong: says.noSender } : { pattern: address }
  }
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return { wrong: says.noClient }
  const most = version === 4 ? 32 : 128
  if (bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) > most))
    return { wrong: says.wrongWidth }
  const width = bits === undefined ? most : Number(bits)
  if (width < minBits[version === 4 ? 4 : 6]) return { wrong: says.tooWide }
  const list = new AddressList()
  list.addSubnet(address, width, familyOf(address))
  if (list.check('127.0.0.1', 'ipv4') || list.check('::1', 'ipv6')) return { wrong: says.thisMachine }
  return { pattern: bits === undefined ? plainAddress(address) : `${address}/${width}` }
}

function listOf(patterns: readonly string[]): AddressList {
  const list = new AddressList()
  for (const pattern of patterns) {
    const [address = '', bits] = pattern.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

function indexOf(rows: readonly { id: string; kind: BlockKind; pattern: string }[]): Index {
  const clients = rows.filter(row => row.kind === 'client')
  const spans = clients.filter(row => isIP(row.pattern) !== 4)
  return {
    senders: new Map(rows.flatMap(row => (row.kind === 'sender' ? [[row.pattern, row.id] as const] : []))),
    addresses: new Map(
      clients.flatMap(row => (isIP(row.pattern) === 4 ? [[row.pattern, row.id] as const] : [])),
    ),
    networks: listOf(spans.map(row => row.pattern)),
    networkEntries: spans.map(row => ({ id: row.id, list: listOf([row.pattern]) })),
  }
}

/** Returns the entry that holds this client. */
function clientEntry({ addresses, networks, networkEntries }: Index, client: string): string | null {
  const address = addresses.get(client)
  if (address !== undefined || isIP(client) === 0) return address ?? null
  const family = familyOf(client)
  if (!networks.check(client, family)) return null
  return networkEntries.find(({ list }) => list.check(client, family))?.id ?? null
}

/** Returns the entry of the address itself, of its domain, or of a domain above it. */
function senderEntry({ senders }: Index, sender: string): string | null {
  if (sender === '' || senders.size === 0) return null
  const address = normalAddress(sender) ?? sender.toLowerCase()
  const labels = address.slice(address.lastIndexOf('@') + 1).split('.')
  const names = [address, ...labels.map((_, at) => labels.slice(at).join('.'))]
  return names.map(name => senders.get(name)).find(id => id !== undefined) ?? null
}

export function createBlockList(deps: { db: Db; clock: Clock }): BlockList {
  let held: { index: Promise<Index>; at: number } | null = null
  const forget = () => {
    held = null
  }
  const hits = createBlockHits(deps)
  const unsubscribe = deps.db.bus.subscribe(blocksChannel, forget)

  async function load(): Promise<Index> {
    try {
      return indexOf(await listPatterns(deps.db.query))
    } catch (cause) {
      forget()
      throw cause
    }
  }

  function read(): Promise<Index> {
    const now = deps.clock.now()
    if (held === null || Math.abs(now - held.at) > maxAgeMs) held = { index: load(), at: now }
    return held.index
  }

  /** Counts a hit if there is one. */
  function isHit(id: string | null): boolean {
    if (id !== null) hits.note(id)
    return id !== null
  }

  return {
    async judge(client, sender) {
      const index = await read()
      if (isHit(clientEntry(index, client))) return 'client'
      return isHit(senderEntry(index, sender)) ? 'sender' : null
    },
    blocksClient: async client => isHit(clientEntry(await read(), client)),
    async changed() {
      forget()
      await deps.db.bus.publish(blocksChannel, '')
    },
    async close() {
      unsubscribe()
      await hits.flush()
    },
  }
}
