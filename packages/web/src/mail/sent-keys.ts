/** The query keys of sent mail, drafts and the queue. They begin with the source as well. */
export const sentKeys = {
  all: (source: string) => ['mail', source, 'sent'] as const,
  lists: (source: string) => ['mail', source, 'sent', 'list'] as const,
  counts: (source: string) => ['mail', source, 'sent', 'counts'] as const,
  list: (source: string, filter: object) => ['mail', source, 'sent', 'list', filter] as const,
  ones: (source: string) => ['mail', source, 'sent', 'one'] as const,
  one: (source: string, id: string) => ['mail', source, 'sent', 'one', id] as const,
  drafts: (source: string) => ['mail', source, 'sent', 'drafts'] as const,
  draftList: (source: string, q: string) => ['mail', source, 'sent', 'drafts', q] as const,
  stops: (source: string) => ['mail', source, 'sent', 'stops'] as const,
  queue: (source: string) => ['mail', source, 'sent', 'queue'] as const,
  queuePage: (source: string, query: object) => ['mail', source, 'sent', 'queue', query] as const,
  suppressions: (source: string) => ['mail', source, 'sent', 'suppressions'] as const,
  suppressionPage: (source: string, query: object) =>
    ['mail', source, 'sent', 'suppressions', query] as const,
  senders: (source: string, q: string) => ['senderFilter', source, q] as const,
}
