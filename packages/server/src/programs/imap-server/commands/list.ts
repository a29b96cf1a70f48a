/** LIST with its extensions (RFC 5258, RFC 5819, RFC 6154), and LSUB. */
import type { ImapCommand, ListRequest } from '../../../mail/imap/command/command.ts'
import { listMatcher } from '../../../mail/imap/list-pattern.ts'
import { SEPARATOR } from '../../../mail/imap/mailbox-name.ts'
import type { FolderRole, ImapAccount, ImapFolder } from '../../imap/types.ts'
import { type ImapSession, keepUp, type Outcome, ok, say } from '../session/session.ts'
import { writtenName } from './find-folder.ts'
import { tellStatus } from './folders.ts'

const uses: Readonly<Record<FolderRole, string | null>> = {
  inbox: null,
  sent: '\\Sent',
  drafts: '\\Drafts',
  junk: '\\Junk',
  trash: '\\Trash',
  archive: '\\Archive',
}

/** A name in the tree; without a folder it only holds others. */
type Named = {
  path: readonly string[]
  folder: ImapFolder | null
  hasChildren: boolean
  holdsSubscribed: boolean
}

function treeOf(folders: readonly ImapFolder[]): ReadonlyMap<string, Named> {
  const tree = new Map<string, Named>()
  for (const folder of folders) {
    const { path, isSubscribed } = folder
    for (let depth = 1; depth < path.length; depth++) {
      const above = path.slice(0, depth)
      const name = above.join(SEPARATOR)
      const known = tree.get(name) ?? { path: above, folder: null, hasChildren: true, holdsSubscribed: false }
      tree.set(name, {
        ...known,
        hasChildren: true,
        holdsSubscribed: known.holdsSubscribed || isSubscribed,
      })
    }
    const name = path.join(SEPARATOR)
    const known = tree.get(name)
    tree.set(name, { path, hasChildren: false, holdsSubscribed: false, ...known, folder })
  }
  return tree
}

export async function list(s: ImapSession, account: ImapAccount, request: ListRequest): Promise<Outcome> {
  const { reference, patterns, only, status } = request
  if (!request.isExtended && patterns.length === 1 && patterns[0] === '') {
    say(s, `* LIST (\\Noselect) "${SEPARATOR}" ""`)
    return ok('Done')
  }
  const matchers = patterns.map(pattern => listMatcher(reference, pattern))
  for (const [name, named] of treeOf(await account.folders())) {
    if (!matchers.some(matches => matches(name))) continue
    const isChosen = isSelected(named, only)
    const holds = only.has('subscribed') && only.has('recursiveMatch') && named.holdsSubscribed
    if (!isChosen && !holds) continue
    const info = holds ? ' ("CHILDINFO" ("SUBSCRIBED"))' : ''
    const attributes = attributesOf(named, request).join(' ')
    say(s, `* LIST (${attributes}) "${SEPARATOR}" ${writtenName(s, named.path)}${info}`)
    if (status !== null && named.folder !== null && isChosen)
      await tellStatus(s, account, named.folder, status)
    if (!(await keepUp(s))) break
  }
  return ok('Done')
}

function isSelected({ folder }: Named, only: ListRequest['only']): boolean {
  if (only.has('subscribed') && folder?.isSubscribed !== true) return false
  return !only.has('specialUse') || useOf(folder) !== null
}

const useOf = (folder: ImapFolder | null): string | null => (folder?.role ? uses[folder.role] : null)

function attributesOf(named: Named, { isExtended, only, returns }: ListRequest): string[] {
  const { folder, hasChildren } = named
  const attributes = [hasChildren ? '\\HasChildren' : '\\HasNoChildren']
  if (folder === null) attributes.push(isExtended ? '\\NonExistent' : '\\Noselect')
  const use = useOf(folder)
  if (use !== null) attributes.push(use)
  if (folder?.isSubscribed && (only.has('subscribed') || returns.has('subscribed')))
    attributes.push('\\Subscribed')
  return attributes
}

/** RFC 3501, section 6.3.9: with `%` a name that holds subscribed ones is shown for them. */
export async function lsub(
  s: ImapSession,
  account: ImapAccount,
  { reference, pattern }: ImapCommand & { name: 'lsub' },
): Promise<Outcome> {
  const matches = listMatcher(reference, pattern)
  for (const [name, { path, folder, holdsSubscribed }] of treeOf(await account.folders())) {
    if (!matches(name)) continue
    if (folder?.isSubscribed) say(s, `* LSUB () "${SEPARATOR}" ${writtenName(s, path)}`)
    else if (holdsSubscribed && pattern.endsWith('%'))
      say(s, `* LSUB (\\Noselect) "${SEPARATOR}" ${writtenName(s, path)}`)
    if (!(await keepUp(s))) break
  }
  return ok('Done')
}
