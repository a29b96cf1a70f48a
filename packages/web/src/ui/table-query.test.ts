import { describe, expect, it } from 'vitest'
import { changeParams, readTableQuery } from './table-query.ts'

const params = (text: string) => new URLSearchParams(text)

describe('changeParams', () => {
  it('goes back to the first page when the rows change', () => {
    expect(changeParams(params('page=4&role=user'), { q: 'lin' }).toString()).toBe('role=user&q=lin')
  })

  it('removes what is empty and keeps the rest', () => {
    expect(changeParams(params('q=lin&tab=log'), { q: '' }).toString()).toBe('tab=log')
    expect(changeParams(params('role=user'), { role: null }).toString()).toBe('')
  })

  it('writes a page, but not the first', () => {
    expect(changeParams(params('q=a'), { page: '3' }).toString()).toBe('q=a&page=3')
    expect(changeParams(params('q=a&page=3'), { page: '1' }).toString()).toBe('q=a')
  })
})

describe('readTableQuery', () => {
  it('takes nonsense for the defaults', () => {
    expect(readTableQuery(params('page=-1&pageSize=7&order=sideways'))).toMatchObject({
      page: 1,
      pageSize: 20,
      order: 'asc',
    })
  })

  it('gives a filter only one of the values that are offered', () => {
    const { filter } = readTableQuery(params('role=admin&status=evil'))
    expect(filter('role', ['admin', 'user'])).toBe('admin')
    expect(filter('status', ['active', 'stopped'])).toBeUndefined()
  })
})
