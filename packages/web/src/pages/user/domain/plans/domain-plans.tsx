/**
 * What is for sale on one domain: its plans in the order of the store, and the names that are kept back or cost more. It
 * stands by itself; whoever shows it gives the domain.
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
