export function initialOf(name: string): string {
  return [...name][0]?.toUpperCase() ?? '?'
}
