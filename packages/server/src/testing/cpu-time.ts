/** Milliseconds that this process has worked since, on all its threads: about the same on an idle and on a busy machine. */
export function startCpuTime(): () => number {
  const began = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1000
  }
}
