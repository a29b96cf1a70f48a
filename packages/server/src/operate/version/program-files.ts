/** Files that ship with the program: its version, its change log, the licences of what it is built from, the web pages. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'

export type ProgramFiles = {
  readonly root: string
  readonly version: string
  readonly webDir: string
  /** How an operator writes the commands of this installation. */
  readonly command: string
}

const packageFile = z.object({ name: z.string(), version: z.string() })

/** Finds the root of the program from any folder inside it, whether run from sources or from the build. */
export function findProgram(from: string): ProgramFiles {
  for (let folder = from; ; folder = dirname(folder)) {
    const file = join(folder, 'package.json')
    if (existsSync(file)) {
      const parsed = packageFile.safeParse(JSON.parse(readFileSync(file, 'utf8')))
      if (parsed.success && parsed.data.name === 'yanshu') {
        return {
          root: folder,
          version: parsed.data.version,
          webDir: join(folder, 'packages/web/dist'),
          command: existsSync(join(folder, 'bin/yanshu')) ? 'bin/yanshu' : 'npm run yanshu --',
        }
      }
    }
    if (dirname(folder) === folder)
      throw new Error('the program is not complete: its package.json is missing')
  }
}

const licenceList = z.array(z.object({ name: z.string(), version: z.string(), licence: z.string() }))
export type Licence = z.output<typeof licenceList>[number]

/** Written by the build; empty when run from sources without one. */
export function readLicences(program: ProgramFiles): Licence[] {
  const file = join(program.root, 'packages/server/dist/licences.json')
  return existsSync(file) ? licenceList.parse(JSON.parse(readFileSync(file, 'utf8'))) : []
}

export function readChangelog(program: ProgramFiles): string {
  const file = join(program.root, 'CHANGELOG.md')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
