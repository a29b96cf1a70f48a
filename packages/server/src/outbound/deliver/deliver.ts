export type {
  Deliverer,
  Delivery,
  DeliveryOutcome,
  DeliveryReason,
  RecipientVerdict,
  Relay,
} from './delivery.ts'
