/** The URL names the open part of the tab: the form for a new or a known address, or a log. */
export const NEW = 'new'

export type NoticeOpen = { edit: string } | { log: string } | null

export function noticeParams(open: NoticeOpen): Record<string, string> {
  return { tab: 'notice', ...open }
}

export function noticeSearch(open: NoticeOpen): string {
  return `?${new URLSearchParams(noticeParams(open)).toString()}`
}
