/** Tests what a reader sees of the sender checks. */

import { screen } from '@testing-library/react'
import type { AuthResult, MailDetail } from '@yanshu/contract'
import { expect, it } from 'vitest'
import { openPart } from '../../testing/open-part.tsx'
import { Who } from './who.tsx'

const result = (name: AuthResult['result'], detail: string, domain = ''): AuthResult => ({
  ...{ result: name, domain, detail },
})
const mail: MailDetail = {
  ...{ id: 'm1', mailboxId: 'b1', address: 'lin@yanshu.test', subject: '账单', preview: '' },
  from: { name: '银行', address: 'service@bank.test' },
  ...{ to: [], cc: [], replyTo: [], receivedAt: '2026-11-15T05:00:00.000Z', date: null, messageId: '' },
  ...{ read: true, starred: false, folder: 'inbox', labels: [], code: null, link: null },
  ...{ attachmentCount: 0, size: 100, spamScore: 0, text: '', html: null, remoteImages: 0, headers: [] },
  ...{ attachments: [], codeEvidence: null, linkEvidence: null, warnings: [], seal: null, spamRules: [] },
  auth: {
    spf: result('softfail', '多半不被允许', 'bank.test'),
    dkim: result('policy', '有签名，但不作数', 'bank.test'),
    dmarc: result('none', '没有公布'),
    arc: result('none', '没有转发链'),
  },
}

it('says of a weak signature that it is weak, in the line and in the table', async () => {
  const { user } = openPart(<Who mail={mail} />, { at: '/use', answers: {} })
  expect(document.body.textContent).toContain('来源未证实，签名太弱')
  await user.click(screen.getByRole('button', { name: '看依据' }))
  const rows = screen.getAllByRole('row').slice(1)
  expect(rows.map(row => row.textContent)).toEqual([
    'SPF多半不认可多半不被允许 bank.test',
    'DKIM太弱有签名，但不作数 bank.test',
    'DMARC没有没有公布',
    'ARC没有没有转发链',
  ])
})
