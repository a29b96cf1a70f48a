/** Makes the smallest possible folder of built pages. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export function makeWebFolder(): { path: string; remove(): void } {
  const parent = mkdtempSync(join(tmpdir(), 'yanshu-web-'))
  const path = join(parent, 'dist')
  mkdirSync(join(path, 'assets'), { recursive: true })
  writeFileSync(
    join(path, 'index.html'),
    '<!doctype html><meta name="yanshu-permission-key" content="" /><title>page</title>',
  )
  writeFileSync(join(path, 'assets/index-abc123.js'), 'export {}')
  writeFileSync(join(path, 'manifest.webmanifest'), JSON.stringify({ id: '/', name: '', icons: [] }))
  writeFileSync(join(path, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(parent, 'outside.txt'), 'must not be served')
  return { path, remove: () => rmSync(parent, { recursive: true, force: true }) }
}
