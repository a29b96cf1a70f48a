import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { taught } from '../corpus/all.ts'
import { writeWeights } from '../weights/chance.ts'
import { type Lesson, learnWeights } from './learn-weights.ts'
import { codeLessons, linkLessons } from './lessons.ts'

/** `npm run learn`: writes the weights that the corpus teaches. */

function write(file: string, name: string, lessons: Lesson[]): void {
  const lines = writeWeights(learnWeights(lessons)).match(/.{1,4000}/g) ?? []
  writeFileSync(
    join(import.meta.dirname, '../weights', file),
    `/** Made by \`npm run learn\` from the mails of the corpus: the features that tell most. */\nexport const ${name} =\n  ${lines.map(line => `'${line}'`).join(' +\n  ')}\n`,
  )
}

write('code-weights.ts', 'CODE_WEIGHTS', taught.flatMap(codeLessons))
write('link-weights.ts', 'LINK_WEIGHTS', taught.flatMap(linkLessons))
process.stdout.write(`learned from ${taught.length} mails\n`)
