/** Makes a point at which concurrent works wait until all of them have arrived. */
export function meetingPoint(count: number): () => Promise<void> {
  const all = Promise.withResolvers<void>()
  let arrived = 0
  return () => {
    arrived++
    if (arrived === count) all.resolve()
    return all.promise
  }
}

/**
 * Waits until a condition holds and checks it every few milliseconds; the test's own time-out is the bound.
 */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise(resolve => setTimeout(resolve, 5))
}
