import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  fileCircles,
  folderCircles,
  forbiddenArrows,
  foreignRepositories,
  importsOfTests,
  looseSql,
} from './find-faults.ts'
import { looseWords, unusedWords } from './find-word-faults.ts'
import { readArrows } from './read-arrows.ts'
import { importsOf, readTree, type SourceFile } from './read-tree.ts'

const root = join(import.meta.dirname, '..')
const document = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
const sources = (name: string) => readTree(join(root, 'packages', name, 'src'))

const headings = { server: '### Rooms of the server', web: '### Rooms of the web' } as const

describe.each(Object.entries(headings))('the house of the %s', (name, heading) => {
  const tree = sources(name)
  it('has only the arrows of the table in ARCHITECTURE.md', () => {
    expect(forbiddenArrows(tree, readArrows(document, heading))).toEqual([])
  })
  it('has no folders that import each other', () => {
    expect(folderCircles(tree)).toEqual([])
  })
})

describe.each(['contract', 'server', 'web'])('the files of the %s', name => {
  const tree = sources(name)
  it('import nothing that is for tests', () => {
    expect(importsOfTests(tree)).toEqual([])
  })
  it('do not import each other in a circle', () => {
    expect(fileCircles(tree)).toEqual([])
  })
})

describe('the repositories of the server', () => {
  const tree = sources('server')
  it('are private to their rooms', () => {
    expect(foreignRepositories(tree)).toEqual([])
  })
  it('hold all the SQL there is', () => {
    expect(looseSql(tree)).toEqual([])
  })
})

describe('the words of the server', () => {
  const tree = sources('server')
  it('stand in one place of each room', () => {
    expect(looseWords(tree)).toEqual([])
  })
  it('are said by somebody, each of them', () => {
    expect(unusedWords(tree)).toEqual([])
  })
})

describe('the table of arrows', () => {
  const servers = readArrows(document, headings.server)
  it('goes one way: no room is above and below another', () => {
    const both = [...servers].flatMap(([room, used]) =>
      [...used].filter(other => other !== room && servers.get(other)?.has(room)).map(other => [room, other]),
    )
    expect(both).toEqual([])
  })
})

describe('the rules', () => {
  const file = (path: string, text: string): SourceFile => ({ path, text, imports: importsOf(path, text) })
  const arrows = readArrows(
    '### Rooms\n\n| room | may use |\n| --- | --- |\n| `ground` | |\n| `first` | `ground` |\n| `app` | `everything` |\n',
    '### Rooms',
  )
  it('find an arrow that is not in the table, also of a type, a re-export, a late import and an augmentation', () => {
    for (const text of [
      "import { a } from '../first/a.ts'",
      "import type { A } from '../first/a.ts'",
      "export { a } from '../first/a.ts'",
      "const a = await import('../first/a.ts')",
      "declare module '../first/a.ts' {}",
      "import {\n  a,\n  b,\n} from '../first/a.ts'",
    ])
      expect(forbiddenArrows([file('ground/b.ts', text)], arrows)).toHaveLength(1)
    expect(forbiddenArrows([file('first/b.ts', "import { a } from '../ground/a.ts'")], arrows)).toEqual([])
    expect(forbiddenArrows([file('attic/b.ts', '')], arrows)).toHaveLength(1)
  })
  it('find circles of files and of folders, of types too', () => {
    const tree = [
      file('first/a.ts', "import type { B } from '../ground/b.ts'"),
      file('ground/b.ts', "import { c } from './c.ts'"),
      file('ground/c.ts', "import type { A } from '../first/a.ts'"),
    ]
    expect(fileCircles(tree)).toEqual(['these files import each other: first/a.ts, ground/b.ts, ground/c.ts'])
    expect(folderCircles(tree)).toEqual(['these folders import each other: first, ground'])
  })
  it('find a repository that another room imports, and allow it within the room', () => {
    const foreign = file('first/a.ts', "import { find } from '../ground/thing/name-repository.ts'")
    const own = file('ground/a.ts', "import { find } from './thing/repository.ts'")
    expect(foreignRepositories([foreign, own])).toHaveLength(1)
  })
  it('find SQL outside repositories', () => {
    for (const text of [
      "tx.selectFrom('mail')",
      'sql`SELECT 1`',
      "await tx.insertInto('mail')",
      'q.executeTakeFirst()',
    ])
      expect(looseSql([file('first/a.ts', text), file('first/repository.ts', text)])).toHaveLength(1)
  })
  it('find Chinese outside words, and leave comments, letters and what was stored alone', () => {
    const text = 'throw new Error(`没有这个`)'
    for (const path of ['first/a.ts', 'first/thing/words.ts', 'app.ts'])
      expect(looseWords([file(path, text)])).toHaveLength(1)
    for (const path of [
      'words.ts',
      'first/words.ts',
      'first/words/a.ts',
      'mail/a.ts',
      'database/migrations/1.ts',
    ])
      expect(looseWords([file(path, text)])).toEqual([])
    expect(looseWords([file('first/a.ts', '/** In 分. */\nconst a = 1 // 分')])).toEqual([])
  })
  it('find words that nobody says', () => {
    const words = file(
      'first/words.ts',
      'export const firstWords = { said: 1, taken: 2, silent: 3, states: { on: 4 }, part: { mute: 5 } } as const',
    )
    const user = file(
      'first/a.ts',
      "import { firstWords } from './words.ts'\nconst { taken } = firstWords\nf(firstWords.said, firstWords.states[state])",
    )
    const stranger = file('first/b.ts', 'f(other.silent, other.mute)')
    expect(unusedWords([words, user, stranger])).toEqual([
      'first/words.ts: nobody says "silent"',
      'first/words.ts: nobody says "part.mute"',
    ])
  })
  it('find facts that nobody notes down', () => {
    const words = file(
      'first/words.ts',
      'export const factWords: FactWords<Own> = { noted: f, forgotten: g }',
    )
    const user = file('first/a.ts', "fact(isGone ? 'noted' : 'other', {})")
    expect(unusedWords([words, user])).toEqual(['first/words.ts: nobody notes down the fact "forgotten"'])
  })
  it('find what is for tests in what is not', () => {
    const test = file('first/a.ts', "import { site } from '../testing/site.ts'")
    expect(importsOfTests([test])).toHaveLength(1)
    expect(importsOfTests([file('first/a.test.ts', "import '../testing/site.ts'")])).toEqual([])
  })
})
