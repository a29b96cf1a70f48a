/** Reads names as people paste them: lines, commas, spaces, capitals, duplicates, whole addresses. */
export function readNames(typed: string): string[] {
  const names = typed
    .split(/[\s,，、;；]+/)
    .map(name => name.trim().toLowerCase().replace(/@.*$/, ''))
    .filter(name => name !== '')
  return [...new Set(names)]
}
