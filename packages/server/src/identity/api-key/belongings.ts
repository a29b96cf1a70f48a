import { type Belonging, type Fate, holdersOwn } from '../../ledger/life/belonging.ts'
import { tellKeyEnded } from './api-key.ts'
import { deleteApiKey } from './repository.ts'

const keyEnds: Fate = async (tx, { ids, db, after }) => {
  for (const id of ids) {
    await deleteApiKey(tx, id)
    after(() => tellKeyEnded(db, id))
  }
}

export const apiKeyBelongings: readonly Belonging[] = [
  {
    ...{ table: 'api_key', column: 'sys_account_id', of: 'account', exported: false },
    ...{ handOver: keyEnds, end: keyEnds, remove: keyEnds },
  },
  { table: 'api_usage', column: 'sys_account_id', of: 'account', ...holdersOwn, exported: false },
]
