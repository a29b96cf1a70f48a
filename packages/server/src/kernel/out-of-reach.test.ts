import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { expect, it } from 'vitest'
import { isOutOfReach } from './out-of-reach.ts'

const coded = (code: string, more = {}) => Object.assign(new Error('x'), { code, ...more })
const fromServer = (code: string) => Object.assign(new pg.DatabaseError('x', 1, 'error'), { code })

it.each<[string, unknown, boolean]>([
  ['a server that ends', fromServer('57P01'), true],
  ['a server that is not up yet', fromServer('57P03'), true],
  ['too many clients', fromServer('53300'), true],
  ['a broken connection', fromServer('08006'), true],
  ['nobody there', coded('ECONNREFUSED'), true],
  ['no socket', coded('ENOENT', { syscall: 'connect' }), true],
  ['a connection lost under a query', new Error('Connection terminated unexpectedly'), true],
  ['no connection free in time', new Error('timeout exceeded when trying to connect'), true],
  ['a server whose disk is full', fromServer('53100'), true],
  ['a full disk under SQLite', coded('ERR_SQLITE_ERROR', { errcode: 13 }), true],
  ['a write that the disk refuses under SQLite', coded('ERR_SQLITE_ERROR', { errcode: 778 }), true],
  ['a full disk under a file', coded('ENOSPC', { syscall: 'write' }), true],
  ['a value that is there twice in SQLite', coded('ERR_SQLITE_ERROR', { errcode: 2067 }), false],
  ['a value that is there twice', fromServer('23505'), false],
  ['a deadlock', fromServer('40P01'), false],
  ['a missing file', coded('ENOENT', { syscall: 'open' }), false],
  ['a fault of the program', new TypeError('x is not a function'), false],
  ['no error at all', 'Connection terminated', false],
])('%s', (_, cause, expected) => {
  expect(isOutOfReach(cause)).toBe(expected)
})

it('what SQLite really throws when there is no room', () => {
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE t (x); PRAGMA max_page_count = 2')
  let thrown: unknown
  try {
    database.exec('INSERT INTO t VALUES (zeroblob(100000))')
  } catch (cause) {
    thrown = cause
  }
  expect(thrown).toMatchObject({ errcode: 13 })
  expect(isOutOfReach(thrown)).toBe(true)
})
