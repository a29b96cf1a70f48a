import { describe, expect, it } from 'vitest'
import type { ImapClient } from './testing/test-client.ts'
import { type ImapTestServer, startImap } from './testing/test-server.ts'

/** Every command in every state, right, wrong and hostile: the answers are those of RFC 9051, and the connection lives on. */

const letter = 'From: a@b.example\r\nSubject: one\r\n\r\nbody\r\n'

const states = ['before log-in', 'after log-in', 'selected', 'read only', 'unselected'] as const
type State = (typeof states)[number]

async function enter(site: ImapTestServer, state: State): Promise<ImapClient> {
  const client = state === 'before log-in' ? await site.connected() : await site.signedIn()
  if (state === 'before log-in' || state === 'after log-in') return client
  expect(await client.say(state === 'read only' ? 'EXAMINE INBOX' : 'SELECT INBOX')).toMatch(/^OK/)
  if (state === 'unselected') expect(await client.say('UNSELECT')).toMatch(/^OK/)
  return client
}

/** Right commands: the states in which each is answered by OK. In others it is NO or BAD. */
const anywhere: readonly State[] = states
const loggedIn: readonly State[] = states.slice(1)
const withFolder: readonly State[] = ['selected', 'read only']
const right: [string, readonly State[]][] = [
  ['CAPABILITY', anywhere],
  ['NOOP', anywhere],
  ['ID NIL', anywhere],
  ['ID ("name" "test")', anywhere],
  ['ENABLE CONDSTORE', loggedIn],
  ['NAMESPACE', loggedIn],
  ['LIST "" ""', loggedIn],
  ['LIST "" *', loggedIn],
  ['LIST (SUBSCRIBED) "" (% %/%) RETURN (CHILDREN STATUS (MESSAGES UIDNEXT))', loggedIn],
  ['LSUB "" *', loggedIn],
  ['STATUS INBOX (MESSAGES UIDNEXT UIDVALIDITY UNSEEN SIZE HIGHESTMODSEQ MAILBOXID)', loggedIn],
  ['CREATE Walked', loggedIn],
  ['SUBSCRIBE INBOX', loggedIn],
  ['UNSUBSCRIBE INBOX', loggedIn],
  ['GETQUOTAROOT INBOX', loggedIn],
  ['GETQUOTA ""', loggedIn],
  ['EXAMINE INBOX', loggedIn],
  ['SELECT Sent', loggedIn],
  ['CHECK', withFolder],
  ['FETCH 1 FLAGS', withFolder],
  [
    'FETCH 1:* (UID FLAGS ENVELOPE BODYSTRUCTURE INTERNALDATE RFC822.SIZE MODSEQ EMAILID THREADID SAVEDATE PREVIEW)',
    withFolder,
  ],
  ['UID FETCH 1 (BODY.PEEK[HEADER.FIELDS (Subject)] BINARY.PEEK[1] BINARY.SIZE[1])', withFolder],
  ['UID FETCH 999 FLAGS', withFolder],
  ['SEARCH ALL', withFolder],
  ['UID SEARCH RETURN (MIN MAX COUNT) SUBJECT one', withFolder],
  ['SORT (SUBJECT) UTF-8 ALL', withFolder],
  ['THREAD REFERENCES UTF-8 ALL', withFolder],
  ['STORE 1 +FLAGS (\\Seen)', ['selected']],
  ['UID STORE 1 -FLAGS.SILENT \\Flagged', ['selected']],
  ['COPY 1 Archive', withFolder],
  ['UID COPY 999 Archive', withFolder],
  ['UID MOVE 999 Archive', ['selected']],
  ['UID EXPUNGE 1', ['selected']],
  ['EXPUNGE', ['selected']],
  ['UNSELECT', withFolder],
  ['CLOSE', withFolder],
]

/** Faults of syntax are BAD in every state. */
const wrong = [
  ...[
    'FOO',
    'UID FOO 1',
    'CAPABILITY x',
    'LOGIN',
    'LOGIN a',
    'LOGIN "a b',
    'SELECT',
    'SELECT "',
    'SELECT x (FOO)',
    'EXAMINE a b c',
  ],
  ...[
    'CREATE',
    'DELETE',
    'DELETE &',
    'RENAME a',
    'LIST ""',
    'LIST "" ()',
    'STATUS INBOX',
    'STATUS INBOX ()',
    'STATUS INBOX (FOO)',
  ],
  ...[
    'FETCH',
    'FETCH 1',
    'FETCH 0 FLAGS',
    'FETCH 1 ()',
    'FETCH 1 BODY[',
    'FETCH 1 BODY[1',
    'FETCH 1 BODY[]<1>',
    'FETCH a FLAGS',
  ],
  ...[
    'STORE 1',
    'STORE 1 FLAGS',
    'STORE 1 +FLAGS (\\Nonsense)',
    'COPY 1',
    'MOVE x',
    'SEARCH',
    'SEARCH FOO',
    'SEARCH OR SEEN',
    'SEARCH (',
  ],
  ...[
    'SORT ALL',
    'THREAD FOO UTF-8 ALL',
    'UID EXPUNGE',
    'ENABLE',
    'ID',
    'COMPRESS',
    'COMPRESS LZ4',
    'APPEND',
    'APPEND INBOX',
    'AUTHENTICATE',
  ],
]

describe.each(states)('a session %s', state => {
  it('answers right commands with OK where they belong, else with NO or BAD', async () => {
    const site = await startImap()
    const wrongly: string[] = []
    for (const [command, where] of right) {
      site.mailbox.deliver('INBOX', letter)
      const client = await enter(site, state)
      const done = await client.say(command)
      const isExpected = where.includes(state) ? done.startsWith('OK') : /^(?:NO|BAD)/.test(done)
      if (!isExpected) wrongly.push(`${command}: ${done}`)
      expect(await client.say('NOOP')).toMatch(/^OK/)
      if (command.startsWith('CREATE')) await client.say('DELETE Walked')
      client.socket().destroy()
    }
    expect(wrongly).toEqual([])
    expect(site.faults).toEqual([])
  }, 60_000)

  it('answers wrong ones with BAD, and goes on', async () => {
    const site = await startImap({ limits: { errorsInARow: 1_000, strangersCommands: 1_000 } })
    const client = await enter(site, state)
    const said = [...wrong]
    const answers = []
    for (const command of said) answers.push(`${command}: ${(await client.say(command)).slice(0, 3)}`)
    expect(answers).toEqual(said.map(command => `${command}: BAD`))
    expect(await client.say('NOOP')).toMatch(/^OK/)
    expect(site.faults).toEqual([])
  }, 60_000)
})
