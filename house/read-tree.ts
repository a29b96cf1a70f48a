/** Reads the sources of a package: each file with the files that it imports. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export type SourceFile = {
  /** The path relative to the sources of its package. */
  readonly path: string
  readonly text: string
  /** The files of the same package that it imports, type-only imports and module augmentations included. */
  readonly imports: readonly string[]
}

const importForms = [
  /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"](\.[^'"]+)['"]/gm,
  /^\s*import\s*['"](\.[^'"]+)['"]/gm,
  /\bimport\(\s*['"](\.[^'"]+)['"]\s*\)/g,
  /^\s*declare module\s*['"](\.[^'"]+)['"]/gm,
]

/** Returns the files of its package that a text imports; imports of packages do not matter. */
export function importsOf(path: string, text: string): string[] {
  const found = importForms.flatMap(form => [...text.matchAll(form)].map(match => match[1] ?? ''))
  return [...new Set(found.map(target => normalize(join(dirname(path), target))))]
}

/** Recognises test files and their helpers, which are above all rooms and may import everything. */
export const isForTests = (path: string): boolean =>
  /\.test\.tsx?$/.test(path) || /(^|\/)testing(\/|\.ts$)/.test(path)

export function readTree(folder: string): SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => /\.tsx?$/.test(path))
    .map(path => path.replaceAll('\\', '/'))
    .sort()
    .map(path => {
      const text = readFileSync(join(folder, path), 'utf8')
      return { path, text, imports: importsOf(path, text) }
    })
}
