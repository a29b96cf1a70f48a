/**
 * Decides whether a mailbox can answer what a calendar asks (RFC 5546, section 3.2.2): pages and server use the same
 * rule, so that a button which is shown works.
 */
import type { Attendee, Calendar, CalendarEvent, CalendarPerson } from './read-calendar.ts'

export type Invitation = {
  readonly organizer: CalendarPerson
  /** The mailbox as it was invited. */
  readonly invited: Attendee
  /** What the answer is about: the event or the whole series, else the invited ones of a series. */
  readonly events: readonly CalendarEvent[]
}

export type NoInvitation = 'notAsked' | 'noOrganizer' | 'notInvited' | 'own'

function hostOf(domain: string): string | null {
  if (!/^[^\s/\\?#:@[\]%]+$/.test(domain)) return null
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return null
  }
}

/** Returns the one spelling of a mailbox of this site, without a tag; null for what cannot be one. */
function spelt(address: string): string | null {
  const [, local, domain = ''] =
    /^([a-z0-9._-]+)(?:\+[a-z0-9._=-]*)?@([^@]+)$/.exec(address.normalize('NFKC').toLowerCase()) ?? []
  const host = local === undefined ? null : hostOf(domain)
  return host && `${local}@${host}`
}

/** Returns what the mailbox with this address is invited to, or why there is nothing to answer. */
export function invitationFor({ method, events }: Calendar, address: string): Invitation | NoInvitation {
  const [first] = events
  if (method !== 'REQUEST' || first === undefined || first.uid === '' || first.status === 'CANCELLED')
    return 'notAsked'
  const same = events.filter(({ uid }) => uid === first.uid)
  const series = same.find(({ recurrenceId }) => recurrenceId === null)
  const meant = series ?? first
  const mailbox = spelt(address)
  const isIt = (person: CalendarPerson) => spelt(person.address) === mailbox
  const { organizer } = meant
  if (organizer === null || organizer.address === '') return 'noOrganizer'
  if (mailbox === null) return 'notInvited'
  if (isIt(organizer)) return 'own'
  const invited = meant.attendees.find(isIt)
  if (invited === undefined) return 'notInvited'
  return { organizer, invited, events: series ? [series] : same.filter(one => one.attendees.some(isIt)) }
}
