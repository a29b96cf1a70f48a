/** Returns a well-known short name for a browser's or program's own description. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger/, '微信'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Version\/[\d.]+.*Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/HarmonyOS|OpenHarmony/, '鸿蒙'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Windows/, 'Windows'],
  [/Linux|X11/, 'Linux'],
]

export function agentName(agent: string): string {
  const find = (table: typeof browsers) => table.find(([pattern]) => pattern.test(agent))?.[1]
  const parts = [find(browsers), find(systems)].filter(part => part !== undefined)
  if (parts.length > 0) return parts.join('，')
  return agent.match(/^[\w.-]+/)?.[0] ?? '未知程序'
}

/** True in the browser of a chat program, which forgets what it kept sooner than a browser of its own. */
export const isInsideChat = (agent: string): boolean => /MicroMessenger|\bQQ\/|DingTalk|Lark\//.test(agent)
