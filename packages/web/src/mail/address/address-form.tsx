/** Chooses an address: name, domain and lifetime. The fields and their rules load on request. */
import { lazy, Suspense } from 'react'
import { ErrorState } from '../../api/error-state.tsx'
import { Bones } from '../../ui/states.tsx'
import type { AddressFormProps } from './address-choice.ts'
import { useDomains } from './use-domains.ts'

const AddressFields = lazy(async () => ({ default: (await import('./address-fields.tsx')).AddressFields }))

export function AddressForm(props: AddressFormProps) {
  const domains = useDomains()
  if (domains.isError) return <ErrorState error={domains.error} retry={() => void domains.refetch()} />
  if (!domains.data) return <Bones lines={3} />
  if (domains.data.length === 0) return <p>现在没有开放的域名，请联系管理员。</p>
  return (
    <Suspense fallback={<Bones lines={3} />}>
      <AddressFields {...props} domains={domains.data} />
    </Suspense>
  )
}
