/** Orders that were looked up, and what they were found with. */
import type { AnswerOf, Calls } from '@yanshu/contract'

export type Found = AnswerOf<Calls['queryOrder']>['list'][number]

/** It opens the calls about a single one. */
export type Proof = { phone: string; password: string }
