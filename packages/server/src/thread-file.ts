/** Where a thread's program lies: beside the one who starts it in the sources, beside everything in the build. */
export const threadFile = (name: string, startedBy: string): URL =>
  new URL(`./${name}.${startedBy.endsWith('.ts') ? 'ts' : 'js'}`, startedBy)
