/** What the checks of a sender are worth when a field stands twice: true signatures, true records, one field added on top. */
import { generateKeyPairSync } from 'node:crypto'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { beforeAll, describe, expect, it } from 'vitest'
import type { MessageDetails } from './arrived-mail.ts'
import { readMessage } from './read-message.ts'
import { noOpinion } from './scan/scan.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const allowed = '192.0.2.1'

const records: Readonly<Record<string, string>> = {
  's1._domainkey.bank.test': `v=DKIM1; k=rsa; p=${key}`,
  '_dmarc.bank.test': 'v=DMARC1; p=reject',
  'bank.test': `v=spf1 ip4:${allowed} -all`,
}
const resolver = async (name: string, type: string) => {
  const record = type === 'TXT' ? records[name] : undefined
  if (record === undefined) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  return [[record]]
}

const mail = [
  'From: Bank <service@bank.test>',
  'To: someone@yanshu.test',
  'Subject: your statement',
  'Date: Sun, 15 Nov 2026 05:00:00 +0000',
  'Message-ID: <1@bank.test>',
  '',
  'Nothing in particular.',
  '',
].join('\r\n')

describe('a signed mail', () => {
  let signature = ''
  beforeAll(async () => {
    const by = {
      signingDomain: 'bank.test',
      selector: 's1',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    }
    const signed = await dkimSign(mail, {
      ...by,
      algorithm: 'rsa-sha256',
      canonicalization: 'relaxed/relaxed',
      headerList: ['From', 'To', 'Subject', 'Date', 'Message-ID'],
      signatureData: [by],
    })
    expect(signed.errors).toEqual([])
    signature = signed.signatures
  })

  async function read(added: string, client: string) {
    const envelope = {
      ...{
        id: '',
        from: 'service@bank.test',
        client,
        helo: 'mx.bank.test',
        protocol: 'ESMTP',
        host: 'yanshu.test',
      },
      recipients: [],
    }
    const scan = async () => noOpinion
    const { subject, from, details } = await readMessage(
      Buffer.from(`${added}${signature}${mail}`),
      envelope,
      {
        resolver,
        scan,
      },
    )
    const { spf, dkim, dmarc } = (JSON.parse(details) as MessageDetails).auth
    return { subject, from: from.address, checks: [spf.result, dkim.result, dmarc.result] }
  }

  it('is proven by its signature, from wherever it comes', async () => {
    expect(await read('', '198.51.100.7')).toEqual({
      subject: 'your statement',
      from: 'service@bank.test',
      checks: ['fail', 'pass', 'pass'],
    })
  })

  it('proves nothing about a subject that was put before its own', async () => {
    const { subject, checks } = await read('Subject: pay at once\r\n', '198.51.100.7')
    expect([subject, ...checks]).toEqual(['pay at once', 'fail', 'neutral', 'neutral'])
  })

  it('is still proven by the server that sends it, as far as that goes', async () => {
    expect((await read('Subject: pay at once\r\n', allowed)).checks).toEqual(['pass', 'neutral', 'pass'])
  })

  it.each(['From: other@evil.test\r\n', 'From: a@evil.test, service@bank.test\r\n'])(
    'proves nothing about another sender: %j',
    async added => {
      for (const client of [allowed, '198.51.100.7']) {
        const { from, checks } = await read(added, client)
        expect(from).toMatch(/@evil\.test$/)
        expect(checks.slice(1)).not.toContain('pass')
      }
    },
  )
})
