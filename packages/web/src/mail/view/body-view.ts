/** The forms in which a letter can be read. */
export const bodyViews = ['html', 'text', 'headers', 'source'] as const
export type BodyView = (typeof bodyViews)[number]

export const viewNames: Readonly<Record<BodyView, string>> = {
  html: '正文',
  text: '纯文本',
  headers: '信头',
  source: '原文',
}
