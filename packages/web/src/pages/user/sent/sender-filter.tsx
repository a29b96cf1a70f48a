import { useSenderChoices } from '../../../mail/address/use-sender-choices.ts'
import { SearchSelect } from '../../../ui/search-select.tsx'

type SenderFilterProps = { value: string | null; onChange: (mailbox: string | null) => void }

/** Limits the list to mail of one mailbox. It is hidden when there is only one. */
export function SenderFilter({ value, onChange }: SenderFilterProps) {
  const senders = useSenderChoices('', true).data ?? []
  if (senders.length < 2 && value === null) return null
  return (
    <SearchSelect
      aria-label="发件邮箱"
      placeholder="所有发件邮箱"
      nothing="没有这样的邮箱"
      mayClear
      value={value}
      known={senders.find(one => one.value === value)?.label}
      useFound={useSenderChoices}
      onChange={onChange}
    />
  )
}
