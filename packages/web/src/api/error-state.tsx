import { Failed, NoPermission } from '../ui/states.tsx'
import { useBackAgain } from '../ui/use-back-again.ts'
import { isApiError, messageOf } from './api-error.ts'

/**
 * Takes the place of a failed answer. A decision of the server stays; when no answer came, it tries again as
 * soon as one is possible.
 */
export function ErrorState({ error, retry }: { error: unknown; retry: () => void }) {
  useBackAgain(!isApiError(error), retry)
  if (isApiError(error, 'forbidden')) return <NoPermission />
  return <Failed text={messageOf(error)} retry={retry} />
}
