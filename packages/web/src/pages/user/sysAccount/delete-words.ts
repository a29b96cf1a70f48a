/** The words for the fate of an account's things when it is deleted. */
export type Owned = 'refuse' | 'toMe' | 'delete'

/**
 * Returns the fate of the card codes that the account made. They are promises to others, so they outlive it.
 */
export function codesWords(owned: Owned, owns: boolean): string {
  if (owned === 'toMe') return '它做的卡密也转到你名下，还没用完的照样能兑换。'
  const kept =
    '它做的卡密不会删除，还没用完的照样能兑换，以后只有管理员看得到；不想让人再用，请到“卡密与订单”里作废。'
  return owns ? `${kept}只能用在这些域名和邮箱上的不能再兑换。` : kept
}
