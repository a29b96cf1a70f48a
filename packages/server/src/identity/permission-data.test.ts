import { createDecipheriv } from 'node:crypto'
import { permissionData } from '@yanshu/contract'
import { describe, expect, it } from 'vitest'
import { makeMailbox, makePerson } from '../testing/people.ts'
import { startTestApp } from '../testing/test-app.ts'
import { permissionKeyBytes } from './permission-data.ts'

/** As the specification has the browser do it: the first block is the vector, zeros at the end are stripped. */
function decrypt(text: string, key: Buffer) {
  const bytes = Buffer.from(text, 'base64')
  const decipher = createDecipheriv('aes-256-cbc', key, bytes.subarray(0, 16)).setAutoPadding(false)
  const plain = Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()]).toString('utf8')
  return permissionData.parse(JSON.parse(plain.replaceAll('\0', '').trim()))
}

describe('the permission data', () => {
  it('tells each caller its own role, pages and abilities', async () => {
    const site = await startTestApp('sqlite', {
      environment: { YANSHU_PERMISSION_KEY: '一把自己的钥匙，够长' },
    })
    const key = permissionKeyBytes('一把自己的钥匙，够长')
    const ask = async (token: string | null) =>
      decrypt((await site.ok('getVar', {}, token)).permissionData, key)
    const user = await makePerson(site, 'user')
    const mailbox = await makeMailbox(site, 'box')
    expect(await ask(null)).toMatchObject({ role: 'visitor', account: null, pages: [] })
    expect(await ask('ys_ended')).toMatchObject({ role: 'visitor' })
    expect(await ask(mailbox.token)).toMatchObject({ role: 'mailbox', account: { name: 'box@yanshu.test' } })
    expect(await ask(user.token)).toMatchObject({
      role: 'user',
      account: { id: user.id, name: 'user' },
      can: { createCard: false },
    })
    const admin = await ask(await site.adminToken())
    expect(admin).toMatchObject({ role: 'admin', can: { createCard: true } })
    expect(admin.pages).toContain('sysAccount')
    expect((await ask(user.token)).pages).not.toContain('sysAccount')
    await site.stop()
  })

  it('looks different each time', async () => {
    const site = await startTestApp('sqlite')
    const seen = new Set(
      [await site.ok('getVar'), await site.ok('getVar')].map(answer => answer.permissionData),
    )
    expect(seen.size).toBe(2)
    await site.stop()
  })

  it('takes a key of 32 bytes as it is and any other by its digest', () => {
    expect(permissionKeyBytes('x'.repeat(32)).toString()).toBe('x'.repeat(32))
    expect(permissionKeyBytes('short')).toHaveLength(32)
    expect(permissionKeyBytes('x'.repeat(33))).toHaveLength(32)
  })
})
