import type { NoticeFault } from '../gateway/gateway.ts'

/** Why a person must look. */
export type CaseReason =
  | NoticeFault
  | 'unknownOrder'
  | 'wrongGateway'
  | 'tradeReused'
  /** Confirmed by hand before the gateway told of it. */
  | 'alreadyMarked'
  | 'afterRefund'
  | 'surplus'
  | 'undeliverable'
  | 'takenBack'
