/** The Chinese words of this room. */
export const kernelWords = {
  unknownField: '没有这个字段',
} as const
