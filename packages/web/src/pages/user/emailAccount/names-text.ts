import { importFields } from '@yanshu/contract/calls/email-account'

export type ReadNames = {
  /** Names that can be made, each once. */
  names: string[]
  /** Pasted addresses that cannot be made, with the reason. */
  refused: { address: string; msg: string }[]
}

/** Names as they are pasted: one a line, or between commas; whole addresses where the domain is the chosen one. */
export function readNames(text: string, domain: string): ReadNames {
  // Not at blanks: a name with a blank in it is a mistake, and not two names.
  const words = text.split(/[\r\n,;，；、]+/).map(word => word.trim())
  const names = new Set<string>()
  const refused: ReadNames['refused'] = []
  for (const word of words.filter(word => word !== '')) {
    const at = word.lastIndexOf('@')
    const isElsewhere = at !== -1 && word.slice(at + 1).toLowerCase() !== domain
    const read = importFields.localPart.safeParse(at === -1 ? word : word.slice(0, at))
    if (isElsewhere) refused.push({ address: word, msg: '不是选中的域名' })
    else if (!read.success) refused.push({ address: word, msg: read.error.issues[0]?.message ?? '名字不对' })
    else if (names.has(read.data)) refused.push({ address: word, msg: '名单里有重复' })
    else names.add(read.data)
  }
  return { names: [...names], refused }
}
