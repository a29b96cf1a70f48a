export const aboutTopics = ['program', 'privacy', 'state'] as const
export type AboutTopic = (typeof aboutTopics)[number]

export const aboutNames: Readonly<Record<AboutTopic, string>> = {
  program: '接口',
  privacy: '隐私',
  state: '状态',
}
