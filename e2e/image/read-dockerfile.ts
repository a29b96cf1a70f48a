/** Reads a Dockerfile into its stages and their instructions. */

export type Instruction = { readonly name: string; readonly text: string }
export type Stage = { readonly name: string; readonly instructions: readonly Instruction[] }

export function readDockerfile(text: string): Stage[] {
  const stages: { name: string; instructions: Instruction[] }[] = []
  const lines = text
    .split('\n')
    .filter(line => !line.trimStart().startsWith('#'))
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n')
  for (const line of lines) {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.+)$/.exec(line.trim()) ?? []
    if (name === 'FROM') stages.push({ name: / AS (\S+)$/.exec(rest)?.[1] ?? '', instructions: [] })
    else if (name !== '') stages.at(-1)?.instructions.push({ name, text: rest })
  }
  return stages
}

export const all = (stage: Stage, name: string): string[] =>
  stage.instructions.filter(one => one.name === name).map(one => one.text)

/** Returns the words of a command in its exec form, after any options of the instruction. */
export function execForm(text: string): string[] {
  const words: unknown = JSON.parse(text.slice(text.indexOf('[')))
  if (!Array.isArray(words)) throw new Error(`not in exec form: ${text}`)
  return words.map(String)
}
