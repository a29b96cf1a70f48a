/**
 * Measures the processor time of this process since the call, on all its threads, in milliseconds. It is
 * about the same on an idle and on a busy machine.
 */
export function startCpuTime(): () => number {
  const began = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1000
  }
}
