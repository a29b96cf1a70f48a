/** What is open on the tab stands in the URL: the form for a new address or a known one, or a log. */
export const NEW = 'new'

export type NoticeOpen = { edit: string } | { log: string } | null

export function noticeParams(open: NoticeOpen): Record<string, string> {
  return { tab: 'notice', ...open }
}

export function noticeSearch(open: NoticeOpen): string {
  return `?${new URLSearchParams(noticeParams(open)).toString()}`
}
