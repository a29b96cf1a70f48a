/**
 * Everything that follows when a mail comes into a mailbox, in its order. Steps of the first list look up before the
 * transaction that stores the mail and write within it, so that both happen or neither. Steps of the second tell of the
 * mail once it is stored.
 */
import type { ArrivalStep } from '../../mailbox/mail/arrival-step.ts'
import type { StoredMail } from '../process/incoming.ts'

export type OutboundSteps = {
  readonly settleBounces: ArrivalStep
  readonly forward: ArrivalStep
  readonly answer: ArrivalStep
}

export const stepsOfArrival = (
  { settleBounces, forward, answer }: OutboundSteps,
  { takeReports, tellWebhooks }: { takeReports: ArrivalStep; tellWebhooks: ArrivalStep },
): readonly ArrivalStep[] => [settleBounces, takeReports, forward, answer, tellWebhooks]

export type NewsStep = { readonly name: string; tell(mail: StoredMail): void | Promise<void> }

export const stepsOfNews = ({
  tellPages,
  tellPhones,
}: {
  tellPages: NewsStep
  tellPhones: NewsStep
}): readonly NewsStep[] => [tellPages, tellPhones]
