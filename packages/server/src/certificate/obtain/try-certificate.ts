/** One try for one name, by the node that has claimed it: proof, order, certificate, and the row that keeps it. */
import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { Db } from '../../database/types.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import type { HostResolver } from '../../outside/resolve-host.ts'
import { AcmeProblem } from '../acme/acme-fault.ts'
import { type OrderDeps, runOrder, type Way } from '../acme/order.ts'
import { newCertificateKey } from '../der/signing-request.ts'
import { type CertificateRow, updateClaimed } from '../kept/repository.ts'
import { type Life, lifeOf, organisationOf, readChain } from '../present/held-certificate.ts'
import { judgeChain, type Roots } from '../present/judge-chain.ts'
import { type Authority, pemOf } from './authority.ts'
import { takeOrder } from './budget.ts'
import { Unusable } from './fault-of.ts'
import { checkPointsHere } from './points-here.ts'
import { type ProofDeps, showProof } from './show-proof.ts'
import type { NameDeps, WantedName } from './wanted-names.ts'

export type TryDeps = Omit<ProofDeps, 'name'> &
  Pick<OrderDeps, 'pause'> &
  NameDeps & {
    db: Db
    clock: Clock
    secrets: Secrets
    resolver: HostResolver
    signal: AbortSignal
    /** Who has claimed the row. */
    by: string
    roots(): Roots
  }

/** We would ask more often than we allow ourselves. */
export class OverBudget extends Error {
  readonly waitMs: number
  constructor(waitMs: number) {
    super('too many orders')
    this.waitMs = waitMs
  }
}

/** Another node has taken the name over. */
export class ClaimLost extends Error {}

const noOrder = { order_of: '', order_url: '', order_key: '' }

const keyPurpose = 'certificate-key'

export const openKey = (secrets: Secrets, sealed: string): string => secrets.open(keyPurpose, sealed)

/** When both ways are open, the one that worked last stays, and after a failure the other one is tried. */
export function chooseWay(
  wish: string,
  row: Pick<CertificateRow, 'way' | 'failures'>,
  hasZone: boolean,
): Way {
  if (wish === 'http' || wish === 'dns') return wish
  if (!hasZone) return 'http'
  if (row.way === '' || row.failures === 0) return row.way === 'dns' ? 'dns' : 'http'
  return row.way === 'http' ? 'dns' : 'http'
}

/** From two thirds of its life on, and not all of a day at once. */
export function renewalTime({ from, until }: Life): number {
  const life = until - from
  return Math.round(from + (life * 2) / 3 - Math.random() * (life / 30))
}

/** A worse certificate never takes the place of a good one. */
function checkChain(deps: TryDeps, row: CertificateRow, chain: string, key: KeyObject) {
  const now = deps.clock.now()
  const verdict = judgeChain(chain, row.name, now, deps.roots())
  if (verdict !== 'good') {
    const replacesGood = row.chain !== '' && judgeChain(row.chain, row.name, now, deps.roots()) === 'good'
    if (replacesGood || (verdict !== 'untrusted' && verdict !== 'selfSigned')) throw new Unusable(verdict)
  }
  const [leaf] = readChain(chain)
  if (!leaf?.checkPrivateKey(key)) throw new Unusable('otherKey')
  return leaf
}

async function change(
  deps: TryDeps,
  name: string,
  values: Parameters<typeof updateClaimed>[3],
): Promise<void> {
  if (!(await deps.db.transaction(tx => updateClaimed(tx, name, deps.by, values)))) throw new ClaimLost()
}

async function takeBudget({ db, clock }: TryDeps, name: string): Promise<void> {
  const waitMs = await db.transaction(tx => takeOrder(tx, name, clock.now()))
  if (waitMs !== null) throw new OverBudget(waitMs)
}

/** Returns the end of the new certificate's time. Throws what `faultOf` reads. */
export async function tryCertificate(
  deps: TryDeps,
  authority: Authority,
  row: CertificateRow,
  { wanted, way }: { wanted: WantedName; way: Way },
): Promise<number> {
  const { name } = row
  const goesOn = row.order_of === authority.id && row.order_url !== ''
  const usedWay = goesOn && (row.way === 'http' || row.way === 'dns') ? row.way : way
  const key = goesOn ? createPrivateKey(openKey(deps.secrets, row.order_key)) : newCertificateKey()
  const sealed = goesOn ? row.order_key : deps.secrets.seal(keyPurpose, pemOf(key))
  if (!goesOn) {
    if (usedWay === 'http' || wanted.purpose === 'domain') await checkPointsHere(deps, wanted)
    await takeBudget(deps, name)
    await change(deps, name, { way: usedWay })
  }
  const order: OrderDeps = {
    ...{ client: authority.client, account: authority.account, name, way: usedWay, key },
    pause: deps.pause,
    show: showProof({ ...deps, name }),
    keepUrl: url => change(deps, name, { order_of: authority.id, order_url: url, order_key: sealed }),
  }
  try {
    const chain = await runOrder(order, goesOn ? row.order_url : '')
    const leaf = checkChain(deps, row, chain, key)
    const life = lifeOf(leaf)
    await change(deps, name, {
      ...{ chain, private_key: sealed, valid_from: life.from, valid_until: life.until },
      ...{ issuer: organisationOf(leaf.issuer), obtained_at: deps.clock.now(), next_at: renewalTime(life) },
      ...{ failures: 0, fault: '', told_at: null, claim: '', claimed_until: 0 },
      ...noOrder,
    })
    return life.until
  } catch (cause) {
    // An order that was refused is over; any other can go on.
    const isOver = cause instanceof AcmeProblem || cause instanceof Unusable
    if (isOver) await change(deps, name, noOrder)
    // While we were away the authority may have looked in vain.
    if (isOver && goesOn) return tryCertificate(deps, authority, { ...row, ...noOrder }, { wanted, way })
    throw cause
  }
}
