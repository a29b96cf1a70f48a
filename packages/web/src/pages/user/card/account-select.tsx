/** E-mail accounts that the caller manages, several, found while typing. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { api } from '../../../api/index.ts'
import { chosenIcon, clearable, searchIcon } from '../../../ui/select-icons.tsx'
import { cardKeys } from './shared/keys.ts'

type AccountSelectProps = {
  /** antd's Form gives these. */
  id?: string
  value?: string[]
  onChange?: (ids: string[]) => void
}

function useAccounts(words: string, enabled: boolean) {
  const content = words.trim()
  return useQuery({
    queryKey: cardKeys.accounts(content),
    queryFn: async ({ signal }) => {
      const query = { kind: 'account', pageSize: 100, ...(content !== '' && { q: content }) } as const
      return (await api.getEmailAccount({ query }, { signal })).list
    },
    enabled,
    placeholderData: keepPreviousData,
  })
}

export function AccountSelect({ id, value = [], onChange }: AccountSelectProps) {
  const [words, setWords] = useState('')
  const [open, setOpen] = useState(false)
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const { data: found = [], isFetching, isError } = useAccounts(words, open)
  return (
    <Select
      {...(id !== undefined && { id })}
      mode="multiple"
      labelInValue
      allowClear={clearable}
      maxTagCount={20}
      placeholder="输入名字来找"
      value={value.map(one => ({ value: one, label: names.get(one) ?? one }))}
      menuItemSelectedIcon={chosenIcon}
      showSearch={{ searchIcon, filterOption: false, onSearch: setWords }}
      loading={open && isFetching}
      notFoundContent={isError ? '没有查到，请再试一次' : '没有这样的邮箱账号'}
      onOpenChange={opened => {
        setOpen(opened)
        if (!opened) setWords('')
      }}
      onChange={chosen => {
        setNames(known => new Map([...known, ...chosen.map(one => [one.value, String(one.label)] as const)]))
        onChange?.(chosen.map(one => one.value))
      }}
      options={found.map(({ id: one, address }) => ({ value: one, label: address }))}
    />
  )
}
