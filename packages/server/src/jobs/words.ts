/** The Chinese words of this room. */
export const jobWords = {
  tooManyJobs: (most: number) => `还有 ${most} 个任务没做完，等它们做完，或先停下几个`,
  notStopped: '这个任务没有停下，不用接着做',
  stillRunning: '任务还没有结束，结束后再取密码',
} as const
