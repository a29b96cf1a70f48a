import { type Belonging, type Fate, holdersOwn, outlivesIt } from '../ledger/life/belonging.ts'
import { removeJobsOf } from './job/remove-jobs.ts'

const pictures = { table: 'picture', ...holdersOwn, exported: false } as const

/** Jobs are removed with their owner, together with the files that they made. */
const jobsGo =
  (kind: 'mailbox' | 'account'): Fate =>
  (tx, { ids }) =>
    removeJobsOf(
      tx,
      ids.map(id => `${kind}:${id}`),
    )

const longJobs = (kind: 'mailbox' | 'account'): Belonging => ({
  ...{ table: 'long_job', column: 'owner_key', of: kind, spelled: 'key', exported: false },
  ...{ handOver: jobsGo(kind), end: 'stays', remove: jobsGo(kind) },
})

export const operateBelongings: readonly Belonging[] = [
  { ...pictures, column: 'mailbox_id', of: 'mailbox' },
  { ...pictures, column: 'sys_account_id', of: 'account' },
  { ...pictures, column: 'owner_key', of: 'mailbox', spelled: 'key' },
  { ...pictures, column: 'owner_key', of: 'account', spelled: 'key' },
  longJobs('mailbox'),
  longJobs('account'),
  { table: 'complaint', column: 'about_id', of: 'mailbox', ...outlivesIt, exported: false },
]
