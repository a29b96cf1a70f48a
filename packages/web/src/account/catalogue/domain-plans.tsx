/**
 * The goods on one domain: its plans in the order of the store, and the names that are withheld or cost more.
 * The caller gives the domain.
 */
import { PlanList } from './plan-list.tsx'
import { SpecialNames } from './special-names.tsx'

export function DomainPlans({ domainId }: { domainId: string }) {
  return (
    <>
      <PlanList domainId={domainId} />
      <SpecialNames domainId={domainId} />
    </>
  )
}
