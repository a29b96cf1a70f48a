/** Chooses an address within the limit of the account, and says before it is asked for that there is no room. */
import { LimitLine } from '../../account/limits/limit-line.tsx'
import { useLimit, useRenewLimits } from '../../account/limits/use-limits.ts'
import { excessText } from '../../account/limits/words.ts'
import type { AddressFormProps } from './address-choice.ts'
import styles from './address-form.module.css'
import { AddressForm } from './address-form.tsx'

export default function LimitedAddressForm({ onSubmit, ...props }: Omit<AddressFormProps, 'refused'>) {
  const renew = useRenewLimits()
  const refused = excessText(useLimit('mailboxes'), 1)
  return (
    <>
      <div className={styles.limit}>
        <LimitLine name="mailboxes" wanted={1} />
      </div>
      <AddressForm
        {...props}
        refused={refused}
        onSubmit={choice => onSubmit(choice).finally(() => void renew())}
      />
    </>
  )
}
