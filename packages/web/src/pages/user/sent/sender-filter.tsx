import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useMailSource } from '../../../mail/source.tsx'
import { clearable, searchIcon } from '../../../ui/select-icons.tsx'

type SenderFilterProps = { value: string | null; onChange: (mailbox: string | null) => void }

/** Only what one of the mailboxes sent. Who has but one is not asked. */
export function SenderFilter({ value, onChange }: SenderFilterProps) {
  const { key, api } = useMailSource()
  const [q, setQ] = useState('')
  const { data } = useQuery({
    queryKey: ['senderFilter', key, q],
    queryFn: async ({ signal }) => (await api.getSenders({ query: q === '' ? {} : { q } }, { signal })).list,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const senders = data ?? []
  if (senders.length < 2 && value === null && q === '') return null
  return (
    <Select
      aria-label="发件邮箱"
      placeholder="所有发件邮箱"
      allowClear={clearable}
      showSearch={{ searchIcon, filterOption: false, onSearch: setQ }}
      value={value}
      options={senders.map(({ mailboxId, address }) => ({ value: mailboxId, label: address }))}
      onChange={(mailbox: string | null | undefined) => onChange(mailbox ?? null)}
    />
  )
}
