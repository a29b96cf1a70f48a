/** All mailboxes or one of them, found while typing. */
import { Select } from 'antd'
import { useState } from 'react'
import { searchIcon } from '../../../../ui/select-icons.tsx'
import { useMailboxChoices } from './queries.ts'

type MailboxSelectProps = {
  /** From the form around it. */
  id?: string
  value?: string | null
  onChange?: (mailbox: string | null) => void
  /** The address of the mailbox that was chosen before. */
  known: string | undefined
}

const ALL = ''
const everything = { value: ALL, label: '全部邮箱' }

export function MailboxSelect({ id, value = null, onChange, known }: MailboxSelectProps) {
  const [words, setWords] = useState('')
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const { data: found = [], isFetching, isError } = useMailboxChoices(words, open)
  const options = found.map(mailbox => ({ value: mailbox.id, label: mailbox.address }))
  return (
    <Select
      {...(id !== undefined && { id })}
      labelInValue
      value={value === null ? everything : { value, label: chosen ?? known ?? '一个邮箱' }}
      showSearch={{ searchIcon, filterOption: false, onSearch: setWords }}
      loading={open && isFetching}
      notFoundContent={isError ? '没有查到，请再试一次' : '没有这样的邮箱'}
      onOpenChange={opened => {
        setOpen(opened)
        if (!opened) setWords('')
      }}
      onChange={({ value: picked, label }) => {
        setChosen(String(label))
        onChange?.(picked === ALL ? null : picked)
      }}
      options={words.trim() === '' ? [everything, ...options] : options}
    />
  )
}
