import { render, screen } from '@testing-library/react'
import type { MailDetail } from '@yanshu/contract'
import { expect, it } from 'vitest'
import { SealNotices } from './seal-notices.tsx'

type Signature = NonNullable<NonNullable<MailDetail['seal']>['signature']>

const signature: Signature = {
  ...{ by: 'smime', covers: 'whole', content: 'intact', weak: false },
  ...{ name: '林晓', addresses: ['lin@jd.com'], ofSender: true, issuer: 'Mail Trust', issuerKnown: true },
  ...{ validFrom: null, validTo: null },
}
const show = (seal: MailDetail['seal'], brief = false) =>
  render(<SealNotices seal={seal} from={{ name: '', address: 'lin@jd.com' }} at={null} brief={brief} />)

it('says by whom a mail is signed, and that it is encrypted', () => {
  show({ encrypted: 'pgp', signature })
  expect(screen.getByText('签名有效').closest('p')?.textContent).toContain('林晓 <lin@jd.com>')
  expect(screen.getByText('内容加密了')).toBeTruthy()
})

it('says, where little is said, only what the letter cannot be read without', () => {
  show({ encrypted: null, signature }, true)
  expect(screen.queryByText('签名有效')).toBeNull()
  show({ encrypted: 'smime', signature: { ...signature, content: 'changed' } }, true)
  expect(screen.getByText('内容加密了')).toBeTruthy()
  expect(screen.getByText('签名不符')).toBeTruthy()
})
