/** Reads a whole backup before anything of it is used: every name, every checksum, and whether it is complete. */
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { fitsKey } from '../../blobs/blob-key.ts'
import { migrations } from '../../database/migrations/index.ts'
import { createSecrets } from '../../kernel/secrets.ts'
import { type End, keyCheckPurpose, keyCheckText, kindOf, type Manifest } from './archive.ts'
import { ArchiveFault, readTar } from './tar.ts'

export type Checked = {
  manifest: Manifest
  end: End
  key: string | null
  /** Contents in the backup that are damaged. */
  damaged: Set<string>
}

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

function parseManifest(bytes: Buffer): Manifest {
  const manifest = JSON.parse(bytes.toString('utf8')) as Manifest
  if (manifest.format !== 'yanshu-backup') throw new ArchiveFault('this is no backup of ours')
  if (manifest.version !== 1) throw new ArchiveFault('this backup was made by a newer program')
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = manifest.migrations.filter(name => !known.has(name))
  if (unknown.length > 0)
    throw new ArchiveFault(
      `this backup was made by a newer program (${manifest.program}); it has ${unknown.join(', ')}`,
    )
  return manifest
}

/** Checks that all parts exist with the right digests, and the number of contents. */
function compare(end: End, digests: ReadonlyMap<string, string>, blobs: number): void {
  for (const [name, digest] of Object.entries(end.parts)) {
    if (!digests.has(name)) throw new ArchiveFault(`${name} is missing`)
    if (digests.get(name) !== digest) throw new ArchiveFault(`${name} is damaged`)
  }
  for (const name of digests.keys())
    if (!Object.hasOwn(end.parts, name)) throw new ArchiveFault(`${name} does not belong here`)
  if (blobs !== end.blobs) throw new ArchiveFault(`${end.blobs - blobs} large contents are missing`)
}

export async function checkBackup(file: FileHandle): Promise<Checked> {
  let manifest: Manifest | null = null
  let end: End | null = null
  let key: string | null = null
  let blobs = 0
  const digests = new Map<string, string>()
  const damaged = new Set<string>()
  for await (const entry of readTar(file)) {
    const kind = kindOf(entry.name)
    if (kind === null) throw new ArchiveFault(`${JSON.stringify(entry.name)} does not belong into a backup`)
    if (end !== null || (manifest === null && kind.kind !== 'manifest'))
      throw new ArchiveFault(`${entry.name} is at the wrong place`)
    const bytes = await entry.read()
    if (kind.kind === 'blob') {
      blobs++
      if (!fitsKey(bytes, kind.key)) damaged.add(kind.key)
      continue
    }
    if (kind.kind === 'end') {
      end = JSON.parse(bytes.toString('utf8')) as End
      continue
    }
    if (digests.has(entry.name)) throw new ArchiveFault(`${entry.name} is there twice`)
    digests.set(entry.name, digestOf(bytes))
    if (kind.kind === 'manifest') manifest = parseManifest(bytes)
    if (kind.kind === 'key') key = bytes.toString('utf8')
  }
  if (manifest === null || end === null) throw new ArchiveFault('the backup is not whole: its end is missing')
  compare(end, digests, blobs)
  return { manifest, end, key, damaged }
}

export function isKeyOf(manifest: Manifest, key: string): boolean {
  try {
    return createSecrets(key).open(keyCheckPurpose, manifest.keyCheck) === keyCheckText
  } catch {
    return false
  }
}
