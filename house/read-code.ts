/** Reads the code of a file: its text without comments, the words it defines, and the names it uses. */
import { type ESTree, parseSync, Visitor } from 'rolldown/utils'
import type { SourceFile } from './read-tree.ts'

const parsed = ({ path, text }: SourceFile) => parseSync(path, text)

/** Returns the text with a space in place of each comment. */
export function codeOf(file: SourceFile): string {
  let code = ''
  let at = 0
  for (const { start, end } of parsed(file).comments) {
    code += `${file.text.slice(at, start)} `
    at = end
  }
  return code + file.text.slice(at)
}

/** A key of an object of words, with the keys that lead to it. */
export type Word = readonly string[]

export type Words = {
  /**
   * The keys of the plain words. Words with a type of their own are left out, because the type requires each
   * key.
   */
  readonly plain: readonly Word[]
  /** The keys of facts. */
  readonly facts: readonly string[]
}

const nameOf = (key: ESTree.Node): string | undefined =>
  key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : undefined

/** Removes `as const` and `satisfies`. */
function bare(value: ESTree.Expression): ESTree.Expression {
  return value.type === 'TSAsExpression' || value.type === 'TSSatisfiesExpression'
    ? bare(value.expression)
    : value
}

function leavesOf(value: ESTree.ObjectExpression, above: Word): Word[] {
  return value.properties.flatMap(property => {
    const name = property.type === 'Property' ? nameOf(property.key) : undefined
    if (property.type !== 'Property' || name === undefined) return []
    const inner = bare(property.value)
    const word = [...above, name]
    return inner.type === 'ObjectExpression' ? leavesOf(inner, word) : [word]
  })
}

const typeNameOf = (id: ESTree.BindingPattern): string | undefined => {
  const type = id.type === 'Identifier' ? id.typeAnnotation?.typeAnnotation : undefined
  if (type === undefined) return undefined
  return type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' ? type.typeName.name : ''
}

/** Returns the words in the constants that a file exports. */
export function wordsOf(file: SourceFile): Words {
  const plain: Word[] = []
  const facts: string[] = []
  for (const statement of parsed(file).program.body) {
    if (statement.type !== 'ExportNamedDeclaration') continue
    const { declaration } = statement
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declaration.declarations) {
      const value = init && bare(init)
      if (value?.type !== 'ObjectExpression') continue
      const type = typeNameOf(id)
      if (type === undefined) plain.push(...leavesOf(value, []))
      else if (type === 'FactWords') facts.push(...leavesOf(value, []).map(word => word.join('.')))
    }
  }
  return { plain, facts }
}

export type Uses = {
  /** Names after a dot, or names that a pattern takes out of an object. */
  readonly names: ReadonlySet<string>
  /** Names of objects that are indexed by a computed key. */
  readonly tables: ReadonlySet<string>
  readonly strings: ReadonlySet<string>
}

export function usesOf(file: SourceFile): Uses {
  const names = new Set<string>()
  const tables = new Set<string>()
  const strings = new Set<string>()
  new Visitor({
    MemberExpression({ object, property, computed }) {
      if (!computed) names.add(property.type === 'Identifier' ? property.name : '')
      else if (object.type === 'Identifier') tables.add(object.name)
      else if (object.type === 'MemberExpression' && !object.computed)
        tables.add(nameOf(object.property) ?? '')
    },
    ObjectPattern({ properties }) {
      for (const property of properties)
        if (property.type === 'Property') names.add(nameOf(property.key) ?? '')
    },
    Literal({ value }) {
      if (typeof value === 'string') strings.add(value)
    },
  }).visit(parsed(file).program)
  return { names, tables, strings }
}
