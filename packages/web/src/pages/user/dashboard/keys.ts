/** Under which keys this page keeps what it asked for. */
export const dashboardKeys = {
  figures: (days: string, zone: string) => ['dashboard', days, zone] as const,
}
