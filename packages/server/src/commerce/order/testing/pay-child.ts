/** A process that takes a payment and is killed: after it is written down, or in the midst of handing out what it buys. */

import { openDatabase } from '../../../database/start/open.ts'
import type { Db } from '../../../database/types.ts'
import { systemClock } from '../../../kernel/clock.ts'
import { createLog } from '../../../kernel/log.ts'
import { createSecrets } from '../../../kernel/secrets.ts'
import { createRestingNames } from '../../../mailbox/rest/resting-names.ts'
import { codeHasher } from '../../card/card-code.ts'
import { takeNotice } from '../take-notice.ts'

const [url = '', dataDir = '', orderNo = '', tradeNo = '', moment = ''] = process.argv.slice(2)

const db = await openDatabase({ url, dataDir, poolSize: 2, onError: () => undefined })
const secrets = createSecrets('not needed for what is done here')

const die = async (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL')
  return new Promise<never>(() => undefined)
}

let transactions = 0
const dying: Db = {
  ...db,
  async transaction(work) {
    transactions++
    if (transactions === 1) return db.transaction(work)
    if (moment === 'paid') return die()
    return db.transaction(async tx => {
      await work(tx)
      return die()
    })
  },
}

await takeNotice(
  {
    db: dying,
    clock: systemClock,
    secrets,
    resting: createRestingNames(secrets),
    hashCode: codeHasher(secrets),
    log: createLog('silent'),
    creditIsOpen: async () => true,
    queueNews: async () => undefined,
    announce: async () => undefined,
  },
  { way: 'epay', orderNo, tradeNo, amount: 300 },
  { client: '' },
)
