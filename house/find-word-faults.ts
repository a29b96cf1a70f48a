/** The rules of the words: all Chinese of a room is in its words, and code uses each of them. */
import { roomOf } from './find-faults.ts'
import { codeOf, type Uses, usesOf, wordsOf } from './read-code.ts'
import { isForTests, type SourceFile } from './read-tree.ts'

/** Matches Chinese characters, and the marks that join sentences. */
const chinese = /[\p{Script=Han}、。，；：？！（）]/u

/** Matches `words.ts` of a room, its folder `words`, and `words.ts` beside the rooms. */
const isForWords = (path: string): boolean => /^([^/]+\/words(\.ts$|\/)|words\.ts$)/.test(path)

/**
 * The room `mail` reads letters in every language, so Chinese is data there. Migrations handle text that
 * earlier versions stored.
 */
const mayHoldChinese = (path: string): boolean =>
  isForWords(path) || roomOf(path) === 'mail' || path.startsWith('database/migrations/')

const built = (tree: readonly SourceFile[]): SourceFile[] => tree.filter(file => !isForTests(file.path))

export const looseWords = (tree: readonly SourceFile[]): string[] =>
  built(tree)
    .filter(file => !mayHoldChinese(file.path) && chinese.test(file.text) && chinese.test(codeOf(file)))
    .map(({ path }) => `${path} holds Chinese: it belongs into the words of its room`)

/** A word is used by its name, or by a computed key that is looked up in one of the objects around it. */
const says = ({ names, tables }: Uses, word: readonly string[]): boolean =>
  names.has(word.at(-1) ?? '') || word.slice(0, -1).some(name => tables.has(name))

export function unusedWords(tree: readonly SourceFile[]): string[] {
  const files = built(tree).map(file => ({ ...file, uses: usesOf(file) }))
  return files
    .filter(({ path }) => isForWords(path))
    .flatMap(file => {
      const { plain, facts } = wordsOf(file)
      const users = files.filter(({ path, imports }) => path === file.path || imports.includes(file.path))
      const silent = plain.filter(word => !users.some(({ uses }) => says(uses, word)))
      // Code notes a fact down by its key and never uses its words directly.
      const unknown = facts.filter(
        key => !files.some(({ path, uses }) => !isForWords(path) && uses.strings.has(key)),
      )
      return [
        ...silent.map(word => `${file.path}: nobody says "${word.join('.')}"`),
        ...unknown.map(key => `${file.path}: nobody notes down the fact "${key}"`),
      ]
    })
}
