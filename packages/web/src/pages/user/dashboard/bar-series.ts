export type BarSeries = { name: string; color: string; values: number[] }
