/** The result of checking one thing, in words, with advice. */
export type Finding = { state: 'ok' | 'warn' | 'fail'; what: string; advice?: string }

export const ok = (what: string): Finding => ({ state: 'ok', what })
export const warn = (what: string, advice: string): Finding => ({ state: 'warn', what, advice })
export const fail = (what: string, advice: string): Finding => ({ state: 'fail', what, advice })
