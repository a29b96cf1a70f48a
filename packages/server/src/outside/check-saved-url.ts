/** Refusing an address that could never be sent to, at the moment it is saved and at the field that holds it. */
import { AppError } from '../app-error.ts'
import { isPublicAddress } from './address-judge.ts'
import { outsideTexts } from './outside-error.ts'
import { judgeOutsideUrl } from './outside-url.ts'

/** A rule about what is written, whatever may be there; it tells nothing of what is. */
const privateText = '通知只发到公网：本机和内网的地址一律不访问，请填公网上的地址'

/** Only what the text tells; names are looked up and judged whenever something is sent. */
export function checkSavedUrl(field: string, url: string, isAllowed = isPublicAddress): void {
  const reason = judgeOutsideUrl(url, isAllowed)
  if (reason === null) return
  const msg = reason === 'address' ? privateText : outsideTexts[reason]
  throw new AppError('remoteRefused', { fields: { [field]: msg } })
}
