import { csvDocument } from '@yanshu/contract/csv'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseCsv, readImport } from './csv.ts'

it('reads quotes, commas and line ends inside them, and says on which line a row began', () => {
  const text = '\ufeffa,"b, ""c""",d\r\n\r\n"two\nlines",e\nlast'
  expect(parseCsv(text)).toEqual([
    { line: 1, cells: ['a', 'b, "c"', 'd'] },
    { line: 3, cells: ['two\nlines', 'e'] },
    { line: 5, cells: ['last'] },
  ])
})

it.each(['a;b', 'a\tb', 'a,b'])('finds the separator of %j', text => {
  expect(parseCsv(text)[0]?.cells).toEqual(['a', 'b'])
})

it('is not misled by separators within cells', () => {
  const rows = [
    ['', ';;'],
    ['', ';;'],
    ['\t\t', 'a;b;c'],
  ]
  const read = parseCsv(csvDocument([['地址', '备注'], ...rows])).map(({ cells }) => cells)
  expect(read).toEqual([['地址', '备注'], rows[0], rows[1], ["'\t\t", 'a;b;c']])
})

it('reads half a quoted cell as it stands, and nothing as nothing', () => {
  expect(parseCsv('"open,\nend')).toEqual([{ line: 1, cells: ['open,\nend'] }])
  expect(parseCsv('')).toEqual([])
  expect(parseCsv('\r\n\r\n')).toEqual([])
})

it('knows columns by their Chinese or English names, in any order, and names what it leaves out', () => {
  const file = readImport('备注,Address,空间 MB,生日\n财务,a@yanshu.test,512,1 月\n,b@yanshu.test,,')
  expect(file.rows).toEqual([
    { line: 2, address: 'a@yanshu.test', note: '财务', quotaMb: '512' },
    { line: 3, address: 'b@yanshu.test' },
  ])
  expect(file.ignored).toEqual(['生日'])
})

it('takes a list without names as addresses with passwords', () => {
  expect(readImport('a@yanshu.test,long password\nb@yanshu.test').rows).toEqual([
    { line: 1, address: 'a@yanshu.test', password: 'long password' },
    { line: 2, address: 'b@yanshu.test' },
  ])
})

it('reads back whatever our own tables hold, cell by cell', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '中', '"', ',', ';', '\t', '\n', ' ', "'") })
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }), rows => {
      const table = [['地址', '备注'], ...rows]
      const read = parseCsv(csvDocument(table)).map(({ cells }) => cells)
      const guarded = (value: string) => (/^[\t\n]/.test(value) ? `'${value}` : value)
      const kept = table.filter(cells => cells.map(guarded).some(value => value.trim() !== ''))
      expect(read).toEqual(kept.map(cells => cells.map(guarded)))
    }),
  )
})
