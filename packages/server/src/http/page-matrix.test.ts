import {
  type Call,
  callNames,
  calls,
  errors,
  type Page,
  pages,
  pagesOfCall,
  type Role,
} from '@yanshu/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailboxPages } from '../identity/access.ts'
import { adminDefaults, userDefaults } from '../identity/sys-account/sys-account.ts'
import { databaseKinds } from '../testing/databases.ts'
import { knock } from '../testing/knock.ts'
import { startMailSite } from '../testing/mail-site.ts'
import { makePerson } from '../testing/people.ts'
import type { TestApp } from '../testing/test-app.ts'

const { can, limits } = adminDefaults
/** The page that an admin's role gives; a user can never have it. */
const adminsPage: Page = 'sysAccount'

const described = callNames.map(name => ({ name, call: calls[name] as Call }))
const paged = described.flatMap(({ name, call }) => {
  const needed = pagesOfCall(call)
  return needed === null ? [] : [{ name, call, needed }]
})
const forUsers = paged.filter(({ call }) => call.who.includes('user'))

describe.each(databaseKinds)('the pages of calls on %s', kind => {
  let site: TestApp
  let made = 0
  beforeAll(async () => {
    site = await startMailSite(kind)
  })
  afterAll(() => site.stop())

  /** Every try has an account of its own, since some calls end it. */
  async function tokenWith(role: 'user' | 'admin', open: readonly Page[]): Promise<string> {
    made++
    return (await makePerson(site, `person-${made}`, { role, pages: open, can, limits })).token
  }

  it.each(forUsers)('$name is closed to a user who has every page but its own', async ({ name, needed }) => {
    const others = pages.filter(page => !needed.includes(page))
    const { status, answer } = await knock(site, name, await tokenWith('user', others))
    expect([status, answer]).toEqual([
      403,
      { error: errors.forbidden.code, msg: expect.stringMatching(/^没有开通“.+”页，/) },
    ])
  })

  const ways = forUsers.flatMap(({ name, needed }) =>
    needed.filter(page => page !== adminsPage).map(page => ({ name, page })),
  )
  it.each(ways)('$name is open to a user who has only the page $page', async ({ name, page }) => {
    const { status, answer } = await knock(site, name, await tokenWith('user', [page]))
    expect([401, 403], JSON.stringify(answer)).not.toContain(status)
  })

  it.each(paged)('$name is open to an admin without any page', async ({ name }) => {
    const { status, answer } = await knock(site, name, await tokenWith('admin', []))
    expect([401, 403], JSON.stringify(answer)).not.toContain(status)
  })
})

describe('the pages that calls name', () => {
  it.each(paged)('let every role in that may make $name', ({ call, needed }) => {
    const pagesOfRole: Record<Role, readonly Page[]> = {
      user: userDefaults.pages,
      admin: pages,
      mailbox: mailboxPages,
      visitor: [],
    }
    for (const role of call.who)
      expect(
        needed.some(page => pagesOfRole[role].includes(page)),
        role,
      ).toBe(true)
  })

  it.each(described.filter(({ call }) => call.who.includes('visitor')))(
    'are none for $name, which visitors make too',
    ({ call }) => expect(pagesOfCall(call)).toBeNull(),
  )
})
