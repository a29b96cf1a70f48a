/**
 * Keeps the choices and typed text for this tab, so that a buyer who returns from paying need not begin
 * again. It stores no password.
 */

const KEY = 'yanshu.store-form'

export type Draft = { domainId?: string; planId?: string; localPart?: string; phone?: string; pay?: string }

const fields = ['domainId', 'planId', 'localPart', 'phone', 'pay'] as const

export function readDraft(storage: () => Pick<Storage, 'getItem'> = () => sessionStorage): Draft {
  try {
    const value: unknown = JSON.parse(storage().getItem(KEY) ?? '{}')
    if (typeof value !== 'object' || value === null) return {}
    const known = value as Record<string, unknown>
    return Object.fromEntries(
      fields.flatMap(name => (typeof known[name] === 'string' ? [[name, known[name]]] : [])),
    )
  } catch {
    return {}
  }
}

export function keepDraft(
  draft: Draft,
  storage: () => Pick<Storage, 'setItem'> = () => sessionStorage,
): void {
  try {
    storage().setItem(KEY, JSON.stringify(draft))
  } catch {
    // Without storage it lasts while the form is open.
  }
}
