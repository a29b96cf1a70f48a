/**
 * The permission data for the browser: what the caller may see and do, encrypted as the specification asks. The browser
 * holds the key as well, so this keeps nothing secret, and nothing secret is ever put in. The server decides by itself
 * at every call.
 */
import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import type { PermissionData } from '@yanshu/contract'
import type { Caller } from '../kernel/call/caller.ts'
import { abilitiesOf, endOf, isAccount, pagesOf, unlimited } from './access.ts'

const blockSize = 16

/** 32 bytes are a key as they stand; any other text is one by its digest. */
export function permissionKeyBytes(setting: string): Buffer {
  const bytes = Buffer.from(setting, 'utf8')
  return bytes.length === 32 ? bytes : createHash('sha256').update(bytes).digest()
}

function accountOf(caller: Caller): PermissionData['account'] {
  if (isAccount(caller)) return { id: caller.accountId, name: caller.name }
  return caller.role === 'mailbox' ? { id: caller.mailboxId, name: caller.address } : null
}

export function permissionsOf(caller: Caller): PermissionData {
  return {
    role: caller.role,
    account: accountOf(caller),
    pages: [...pagesOf(caller)],
    can: abilitiesOf(caller),
    limits: isAccount(caller) ? caller.limits : unlimited,
    actedBy: (isAccount(caller) && caller.actedBy?.name) || null,
    ended: caller.role === 'visitor' ? endOf(caller) : null,
  }
}

/** AES-256-CBC with zero padding; the initialisation vector stands before the ciphertext; base64. */
export function encryptPermissions(data: PermissionData, key: Buffer): string {
  const plain = Buffer.from(JSON.stringify(data), 'utf8')
  const padded = Buffer.concat([plain, Buffer.alloc((blockSize - (plain.length % blockSize)) % blockSize)])
  const iv = randomBytes(blockSize)
  const cipher = createCipheriv('aes-256-cbc', key, iv).setAutoPadding(false)
  return Buffer.concat([iv, cipher.update(padded), cipher.final()]).toString('base64')
}
