import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkLogFile, createLogFile } from './log-file.ts'
import { createLogWriter, type LineTarget, TargetGone } from './log-writer.ts'

const lostLine = (count: number): string => `lost ${count}\n`
const patience = 60_000

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'yanshu-log-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve))
const numberOf = (name: string): number => Number(/\.(\d+)$/.exec(name)?.[1] ?? 0)
/** All lines of a log and the files before it, the oldest first. */
const linesIn = (path: string): string[] =>
  readdirSync(path)
    .sort((a, b) => numberOf(b) - numberOf(a))
    .flatMap(name => readFileSync(join(path, name), 'utf8').split('\n').slice(0, -1))

const numbered = (count: number): string[] => Array.from({ length: count }, (_, at) => `line ${at}`)

describe('a log file', () => {
  it('is followed by others when it is full, and no line is lost, doubled or cut', async () => {
    const path = folder()
    const file = createLogFile(join(path, 'log'), { maxBytes: 2000, keep: 100 })
    const writer = createLogWriter(file, { lostLine })
    const lines = numbered(5000)
    for (const [at, line] of lines.entries()) {
      writer.write(`${line}\n`)
      if (at % 50 === 0) await writer.flush(patience)
      else if (at % 7 === 0) await turn()
    }
    await writer.flush(patience)
    expect(linesIn(path)).toEqual(lines)
    expect(readdirSync(path).length).toBeGreaterThan(20)
    for (const name of readdirSync(path)) expect(readFileSync(join(path, name), 'utf8')).toMatch(/\n$/)
  })

  it('leaves so many older ones as are wanted', async () => {
    const path = folder()
    const writer = createLogWriter(createLogFile(join(path, 'log'), { maxBytes: 100, keep: 3 }), { lostLine })
    for (const line of numbered(200)) {
      writer.write(`${line}\n`)
      await writer.flush(patience)
    }
    expect(readdirSync(path).sort()).toEqual(['log', 'log.1', 'log.2', 'log.3'])
    expect(linesIn(path).at(-1)).toBe('line 199')
  })

  it('goes on where it stood before a restart, and grows where it cannot be renamed', async () => {
    const path = folder()
    writeFileSync(join(path, 'log'), 'before\n')
    // A folder that is not empty cannot be replaced by a file.
    const blocked = join(path, 'log.1')
    const writer = createLogWriter(createLogFile(join(path, 'log'), { maxBytes: 50, keep: 1 }), { lostLine })
    mkdirSync(join(blocked, 'full'), { recursive: true })
    for (const line of numbered(50)) {
      writer.write(`${line}\n`)
      await writer.flush(patience)
    }
    expect(readFileSync(join(path, 'log'), 'utf8').split('\n').slice(0, -1)).toEqual([
      'before',
      ...numbered(50),
    ])
  })

  it('is opened anew when another program has moved it', async () => {
    const path = folder()
    const writer = createLogWriter(createLogFile(join(path, 'log'), { maxBytes: 1e6, keep: 1 }), { lostLine })
    writer.write('one\n')
    await writer.flush(patience)
    renameSync(join(path, 'log'), join(path, 'moved'))
    writer.write('two\n')
    await writer.flush(patience)
    writer.reopen()
    writer.write('three\n')
    await writer.flush(patience)
    expect(readFileSync(join(path, 'moved'), 'utf8')).toBe('one\ntwo\n')
    expect(readFileSync(join(path, 'log'), 'utf8')).toBe('three\n')
  })

  it('must be one that can be written', () => {
    const path = folder()
    expect(() => checkLogFile(path)).toThrow(/no file/)
    expect(() => checkLogFile(join(path, 'missing', 'log'))).toThrow(/ENOENT/)
    checkLogFile(join(path, 'log'))
    expect(readdirSync(path)).toEqual(['log'])
  })
})

/** A place for lines that takes none until it is told to. */
function stubborn() {
  let taken = ''
  let mood: 'full' | 'good' | 'gone' = 'full'
  const target: LineTarget = {
    async write(bytes) {
      await turn()
      if (mood === 'gone') throw new TargetGone()
      if (mood === 'full') throw new Error('no space left')
      // Some of it, as a disk that is nearly full does.
      const some = Math.min(bytes.length, 7)
      taken += bytes.subarray(0, some).toString()
      return some
    },
    writeNow(bytes) {
      taken += bytes.toString()
    },
    reopen: () => undefined,
  }
  return {
    target,
    taken: () => taken,
    become(next: typeof mood) {
      mood = next
    },
  }
}

describe('the writer', () => {
  it('keeps lines while there is no room on the disk, and tells how many were too many', async () => {
    const { target, taken, become } = stubborn()
    const writer = createLogWriter(target, { lostLine, maxHeldBytes: 100, retryMs: 1 })
    const lines = numbered(50)
    for (const line of lines) writer.write(`${line}\n`)
    await writer.flush(20)
    expect(taken()).toBe('')
    become('good')
    await writer.flush(patience)
    const got = taken().split('\n').slice(0, -1)
    const kept = got.length - 1
    expect(got.slice(0, -1)).toEqual(lines.slice(0, kept))
    expect(got.at(-1)).toBe(`lost ${50 - kept}`)
    writer.write('more\n')
    await writer.flush(patience)
    expect(taken()).toMatch(/\nmore\n$/)
  })

  it('gives up when nobody will read any more, and holds nothing from then on', async () => {
    const { target, taken, become } = stubborn()
    const writer = createLogWriter(target, { lostLine, retryMs: 1 })
    become('gone')
    writer.write('one\n')
    await writer.flush(patience)
    become('good')
    writer.write('two\n')
    await writer.flush(patience)
    writer.flushNow()
    expect(taken()).toBe('')
  })

  it('writes what is left when the program ends at once', async () => {
    const { target, taken } = stubborn()
    const writer = createLogWriter(target, { lostLine, retryMs: 1 })
    writer.write('last words\n')
    writer.flushNow()
    expect(taken()).toBe('last words\n')
    for (let turns = 0; turns < 10; turns++) await turn()
    expect(taken()).toBe('last words\n')
  })
})
