/** Names the charset of a Windows code page in a way that the decoder of mail knows. */

const NAMED: ReadonlyMap<number, string> = new Map([
  [1_200, 'utf-16le'],
  [10_000, 'macintosh'],
  [20_127, 'us-ascii'],
  [20_932, 'euc-jp'],
  [21_866, 'koi8-u'],
  [50_220, 'iso-2022-jp'],
  [50_221, 'iso-2022-jp'],
  [50_222, 'iso-2022-jp'],
  [50_225, 'iso-2022-kr'],
  [51_949, 'euc-kr'],
  [54_936, 'gb18030'],
])

export function charsetOfPage(page: number): string {
  const named = NAMED.get(page)
  if (named !== undefined) return named
  return page > 28_590 && page < 28_606 ? `iso-8859-${page - 28_590}` : `cp${page}`
}
