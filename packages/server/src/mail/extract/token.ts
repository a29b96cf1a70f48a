/** A place in a line that might be read as a code or as another number. */
export type Shape = 'digits' | 'mixed' | 'letters'
export type Token = {
  start: number
  end: number
  value: string | null
  shape: Shape
  /** Groups of different lengths ("905 6213"): a code only if the mail clearly calls it one. */
  uneven?: true
}
