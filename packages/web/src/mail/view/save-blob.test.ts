import { expect, test } from 'vitest'
import { fileName } from './save-blob.ts'

test('a name keeps its words and loses its tricks', () => {
  expect(fileName('电子发票.pdf')).toBe('电子发票.pdf')
  expect(fileName('../../etc/passwd')).toBe('_.._etc_passwd')
  expect(fileName('invoice\u202Efdp.exe')).toBe('invoicefdp.exe')
  expect(fileName('  ')).toBe('附件')
})

test('a long name keeps its end, where the kind is', () => {
  expect(fileName(`${'a'.repeat(400)}.pdf`)).toMatch(/\.pdf$/)
})
