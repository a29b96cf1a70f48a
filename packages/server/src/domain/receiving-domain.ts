import type { Db } from '../database/types.ts'
import { type DomainRow, findDomainsByNames } from './repository.ts'

const maxLabels = 10

/** Returns the domain and the domains above it, nearest first. */
function withParents(domain: string): string[] {
  const labels = domain.split('.').slice(-maxLabels)
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}

/** Returns the domain of ours that takes mail for this name, if any. */
export async function findReceivingDomain(db: Db, name: string): Promise<DomainRow | null> {
  const names = withParents(name)
  if (names.length === 0) names.push(name)
  const found = new Map((await findDomainsByNames(db.query, names)).map(row => [row.name, row]))
  for (const candidate of names) {
    const row = found.get(candidate)
    if (row) return row.name === name || row.subdomains === 1 ? row : null
  }
  return null
}
