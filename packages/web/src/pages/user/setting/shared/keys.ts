/** Under which keys this page keeps what it asked for. */
export const settingKeys = {
  all: ['getSetting'] as const,
  sessions: ['getSessions'] as const,
  certificates: ['getCertificates'] as const,
  payWays: ['getPayWays'] as const,
  allAppPasswords: ['getAppPasswords'] as const,
  appPasswords: (mailbox: string) => ['getAppPasswords', mailbox] as const,
  ownMailboxes: (content: string) => ['setting', 'ownMailboxes', content] as const,
  looks: (page: number) => ['getLooks', page] as const,
  log: (page: number) => ['getSettingLog', page] as const,
  senders: ['setting', 'senders'] as const,
  relays: ['setting', 'relays'] as const,
  forwardings: ['setting', 'forwarding'] as const,
  forwarding: (mailbox: string | null) => ['setting', 'forwarding', mailbox] as const,
  autoReplies: ['setting', 'autoReply'] as const,
  autoReply: (mailbox: string | null) => ['setting', 'autoReply', mailbox] as const,
}
