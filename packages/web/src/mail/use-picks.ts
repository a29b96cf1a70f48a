import { useMemo, useState } from 'react'
import { noPicks, pick, stillThere } from './picks.ts'

/** The picked mails of the current list. */
export function usePicks<Mail extends { id: string }>(mails: readonly Mail[]) {
  const [all, setAll] = useState(noPicks)
  const order = useMemo(() => mails.map(mail => mail.id), [mails])
  const picks = useMemo(() => stillThere(all, order), [all, order])
  return {
    picks,
    picked: mails.filter(mail => picks.ids.has(mail.id)),
    pickOne: (mail: Mail, picked: boolean, range: boolean) =>
      setAll(pick(picks, order, mail.id, picked, range)),
    pickAll: (whole: boolean) => setAll(whole ? { ids: new Set(order), last: null } : noPicks),
  }
}
