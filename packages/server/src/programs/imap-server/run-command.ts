/** Which command is answered in which state, and by whom. */
import type { ImapCommand } from '../../mail/imap/command/command.ts'
import type { ImapAccount } from '../imap/types.ts'
import { authenticate, capability, enable, identify, login, startTls } from './commands/authorization.ts'
import { appendMessages, expunge, store, transfer } from './commands/change.ts'
import { compress } from './commands/compress.ts'
import { fetch } from './commands/fetch.ts'
import { create, namespace, quota, quotaRoot, remove, rename, status, subscribe } from './commands/folders.ts'
import { idle } from './commands/idle.ts'
import { list, lsub } from './commands/list.ts'
import { search } from './commands/search.ts'
import { close, select, unselect } from './commands/select.ts'
import { sort, thread } from './commands/sort.ts'
import type { SelectedFolder } from './session/selected-folder.ts'
import { bad, type ImapSession, type Outcome, ok, say } from './session/session.ts'

/** Null when the command has answered by itself, or the connection is over. */
type Answered = Outcome | null | Promise<Outcome | null>

export function runCommand(s: ImapSession, tag: string, command: ImapCommand): Answered {
  switch (command.name) {
    case 'capability':
      return capability(s)
    case 'id':
      return identify(s)
    case 'noop':
      return ok('Done')
    case 'logout':
      say(s, '* BYE Good-bye')
      s.over = true
      return ok('Done')
    default:
      return s.account === null ? asStranger(s, tag, command) : asHolder(s, s.account, tag, command)
  }
}

function asStranger(s: ImapSession, tag: string, command: ImapCommand): Answered {
  switch (command.name) {
    case 'starttls':
      return startTls(s, tag)
    case 'login':
      return login(s, command)
    case 'authenticate':
      return authenticate(s, command)
    default:
      return bad('Sign in first')
  }
}

function asHolder(s: ImapSession, account: ImapAccount, tag: string, command: ImapCommand): Answered {
  switch (command.name) {
    case 'starttls':
    case 'login':
    case 'authenticate':
      return bad('You are signed in already')
    case 'enable':
      return enable(s, command.capabilities)
    case 'select':
    case 'examine':
      return select(s, account, command)
    case 'create':
      return create(account, command)
    case 'delete':
      return remove(s, account, command.mailbox)
    case 'rename':
      return rename(account, command)
    case 'subscribe':
    case 'unsubscribe':
      return subscribe(account, command.mailbox, command.name === 'subscribe')
    case 'list':
      return list(s, account, command)
    case 'lsub':
      return lsub(s, account, command)
    case 'status':
      return status(s, account, command)
    case 'append':
      return appendMessages(account, command)
    case 'namespace':
      return namespace(s)
    case 'getQuota':
      return quota(s, account, command.root)
    case 'getQuotaRoot':
      return quotaRoot(s, account, command.mailbox)
    case 'idle':
      return idle(s, account)
    case 'compress':
      return compress(s, tag)
    default:
      return s.selected === null
        ? bad('Select a mailbox first')
        : inFolder(s, account, s.selected, tag, command)
  }
}

function inFolder(
  s: ImapSession,
  account: ImapAccount,
  selected: SelectedFolder,
  tag: string,
  command: ImapCommand,
): Answered {
  switch (command.name) {
    case 'check':
      return ok('Done')
    case 'close':
      return close(s, account, selected)
    case 'unselect':
      return unselect(s)
    case 'expunge':
      return expunge(s, account, selected, command.uids)
    case 'fetch':
      return fetch(s, account, selected, command)
    case 'store':
      return store(s, account, selected, command)
    case 'copy':
    case 'move':
      return transfer(s, account, selected, command)
    case 'search':
      return search(s, account, selected, command, tag)
    case 'sort':
      return sort(s, account, selected, command, tag)
    case 'thread':
      return thread(s, account, selected, command)
    default:
      return bad('Command not recognised')
  }
}
