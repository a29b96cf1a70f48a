/** The query keys of data about accounts, domains and goods. Several pages share them. */
export const clientSettingKeys = {
  all: ['clientSetting'] as const,
  of: (id: string | null) => ['clientSetting', id] as const,
}

export const limitKeys = { all: ['limits'] as const }

export const domainKeys = {
  all: ['domain'] as const,
  list: (q: string) => ['domain', 'list', q] as const,
  detail: (id: string) => ['domain', 'detail', id] as const,
  server: ['domain', 'server'] as const,
  reports: (id: string, days: string) => ['domain', 'reports', id, days] as const,
  /** The losses that the deletion of a domain would cause. */
  loss: (id: string) => ['domain-loss', id] as const,
}

export const catalogueKeys = {
  all: ['catalogue'] as const,
  domains: ['catalogue', 'domains'] as const,
  plans: (domainId: string) => ['catalogue', domainId, 'plans'] as const,
  names: (domainId: string, query: object) => ['catalogue', domainId, 'names', query] as const,
}

export const shopKeys = {
  all: ['store'] as const,
  name: (domainId: string, name: string, mine: string) => ['store', 'name', domainId, name, mine] as const,
  collected: (orderNo: string) => ['store', 'collected', orderNo] as const,
}

export const hookKeys = {
  list: ['getWebhooks'] as const,
  logs: ['getWebhookLog'] as const,
  log: (id: string, page: number) => ['getWebhookLog', id, page] as const,
  mailboxes: (content: string) => ['noticeMailboxes', 'choices', content] as const,
  push: ['getPush'] as const,
}

export const filterKeys = {
  list: ['filters', 'list'] as const,
  hooks: ['filters', 'webhooks'] as const,
  mailboxes: (content: string) => ['filters', 'mailboxes', content] as const,
  domains: ['filters', 'domains'] as const,
  /** The effect that a rule would have had; its name and actions do not matter. */
  trial: (rule: string) => ['filters', 'try', rule] as const,
}
