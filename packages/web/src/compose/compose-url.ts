/**
 * Writing a mail lies over the current page and is part of its URL: the kind, and the mail or draft it begins
 * with. So it can be linked to, closed with the back button, and restored by a reload.
 */
export const composeKinds = ['new', 'reply', 'replyAll', 'forward', 'draft'] as const
export type ComposeKind = (typeof composeKinds)[number]

export type ComposeStart =
  | { kind: 'new' }
  /** `of` is the mail that was read, or the draft. */
  | { kind: Exclude<ComposeKind, 'new'>; of: string }

type Place = { pathname: string; search: string }

const ID = /^[0-9A-Za-z_-]{1,64}$/

export function readCompose(params: URLSearchParams): ComposeStart | null {
  const kind = composeKinds.find(one => one === params.get('compose'))
  if (kind === undefined) return null
  if (kind === 'new') return { kind }
  const of = params.get('of') ?? ''
  return ID.test(of) ? { kind, of } : null
}

function at({ pathname, search }: Place, change: (params: URLSearchParams) => void): string {
  const params = new URLSearchParams(search)
  params.delete('compose')
  params.delete('of')
  change(params)
  return params.size === 0 ? pathname : `${pathname}?${params}`
}

/** Returns the URL of the same page with a mail being written over it. */
export function withCompose(place: Place, start: ComposeStart): string {
  return at(place, params => {
    params.set('compose', start.kind)
    if (start.kind !== 'new') params.set('of', start.of)
  })
}

export function withoutCompose(place: Place): string {
  return at(place, () => undefined)
}
