/** Refuses an address that nothing can ever be sent to, at the moment when it is saved and at its field. */
import { AppError } from '../kernel/app-error.ts'
import { isPublicAddress } from './address-judge.ts'
import { checkedAddresses, type HostGuard } from './addresses.ts'
import { OutsideError } from './outside-error.ts'
import { hostOf, judgeOutsideUrl } from './outside-url.ts'
import { timeOuts } from './time-outs.ts'
import { outsideWords } from './words.ts'

/** Checks only the text; names are looked up and judged whenever something is sent. */
export function checkSavedUrl(field: string, url: string, isAllowed = isPublicAddress): void {
  const reason = judgeOutsideUrl(url, isAllowed)
  if (reason === null) return
  const msg = reason === 'address' ? outsideWords.privateAddress : outsideWords.reasons[reason]
  throw new AppError('remoteRefused', { fields: { [field]: msg } })
}

/**
 * Returns why a gateway cannot be asked at this URL, or null. It looks a name up too, because the operator
 * saves it. An unknown name is allowed, since it may exist later.
 */
export async function gatewayUrlFault(guard: HostGuard, url: string): Promise<string | null> {
  const reason = judgeOutsideUrl(url, guard.isAllowed)
  if (reason !== null)
    return reason === 'address' ? outsideWords.privateGateway : outsideWords.reasons[reason]
  try {
    await checkedAddresses(guard, hostOf(new URL(url)), AbortSignal.timeout(timeOuts.savedHost))
    return null
  } catch (cause) {
    return cause instanceof OutsideError && cause.reason === 'address' ? outsideWords.privateGateway : null
  }
}
