/** What a stop of sending means, for those who see it in a table. */
export const stopHint = (reason: string): string =>
  `${reason}，发信被系统停住；排队的信等着，由管理员在“已发送”的“队列”里恢复`
