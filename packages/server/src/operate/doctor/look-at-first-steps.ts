/** The first steps: who can get in, under which URL, whether anybody outside came in, and whether mail did. */
import { isoTime } from '../../kernel/clock.ts'
import { isPublicAddress } from '../../outside/address-judge.ts'
import { type Says, says } from '../words/says.ts'
import { isPrivateName } from './look-at-dns.ts'
import type { Place } from './place.ts'
import { firstDomain, fromOutside, listAdmins, type MailFromOutside } from './repository.ts'

const codesIn = (stored: string): number => {
  try {
    const codes: unknown = JSON.parse(stored)
    return Array.isArray(codes) ? codes.length : 0
  } catch {
    return 0
  }
}

/** A password that still stands in the environment lies in a file that more people read. */
export async function lookAtPassword({ query, config }: Place): Promise<Says[]> {
  const admins = await listAdmins(query)
  if (config.adminPassword !== '') {
    const first = admins.find(({ username }) => username === config.adminUsername)
    if (first) return [says('todo', 'passwordOfEnvironment', { username: first.username })]
  }
  const [only] = admins
  if (admins.length === 1 && only)
    return [
      says('ok', 'passwordOwn', {
        username: only.username,
        twoFactor: only.totp_on === 1,
        codes: codesIn(only.recovery_codes),
      }),
    ]
  const secured = admins.filter(({ totp_on }) => totp_on === 1).length
  return [says('ok', 'passwordAdmins', { admins: admins.length, secured })]
}

/** Whether the URL opens from outside is only known when somebody from outside opened it. */
export function lookAtUrl({ values: { siteName }, publicUrl: url }: Place, visited: boolean): Says[] {
  if (url === '') return [says('todo', 'urlMissing', { siteName })]
  if (!url.startsWith('https:')) return [says('todo', 'urlPlain', { siteName, url })]
  return [
    visited ? says('ok', 'urlVisited', { siteName, url }) : says('unknown', 'urlSet', { siteName, url }),
  ]
}

const plainAddress = ({ client }: MailFromOutside): string => client.replace(/^::ffff:/i, '')

export async function lookAtPortIn(
  { query, config, smtpPort, publicUrl }: Place,
  seenAt: number | null,
): Promise<Says[]> {
  if (config.ingestSecret !== '') return [says('ok', 'ingestOpen', { url: publicUrl })]
  const came = await fromOutside(query)
  const stranger = came.find(one => isPublicAddress(plainAddress(one)))
  if (stranger)
    return [says('ok', 'portSeen', { address: plainAddress(stranger), at: isoTime(Number(stranger.at)) })]
  if (seenAt !== null) return [says('ok', 'portSeenBefore', { at: isoTime(seenAt) })]
  const [inside] = came
  return [
    inside
      ? says('unknown', 'portInside', { address: plainAddress(inside) })
      : says('unknown', 'portUnseen', { port: smtpPort }),
  ]
}

export async function lookAtFirstMail({ query, config }: Place, cameAt: number | null): Promise<Says[]> {
  const came = (await fromOutside(query)).find(({ verdict }) => verdict === 'accepted')
  if (came)
    return [
      says('ok', 'mailCame', {
        at: isoTime(Number(came.at)),
        client: plainAddress(came),
      }),
    ]
  if (cameAt !== null) return [says('ok', 'mailCameBefore', { at: isoTime(cameAt) })]
  const domain = await firstDomain(query, config.localDomain, isPrivateName)
  return [says('todo', 'mailNone', { domain: domain?.name ?? config.localDomain })]
}
