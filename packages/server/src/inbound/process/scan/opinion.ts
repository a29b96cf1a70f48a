import type { Envelope } from '../../../mail/envelope.ts'

/** A scanner's opinion on a message: points for spam, and the names of the rules that gave them. */
export type Opinion = { points: number; rules: string[] }

export const noOpinion: Opinion = { points: 0, rules: [] }

export type Scan = (raw: Buffer, envelope: Envelope) => Promise<Opinion>
