/**
 * Returns the file of a thread's program: beside the starting module in the sources, and in the common folder
 * in the build.
 */
export const threadFile = (name: string, startedBy: string): URL =>
  new URL(`./${name}.${startedBy.endsWith('.ts') ? 'ts' : 'js'}`, startedBy)
