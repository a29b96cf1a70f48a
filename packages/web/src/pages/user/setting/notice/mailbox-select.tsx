/** All mailboxes or one of them, found while typing. */
import { type Found, SearchSelect } from '../../../../ui/search-select.tsx'
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
const everything = [{ value: ALL, label: '全部邮箱' }]

function useFound(words: string, wanted: boolean): Found {
  const { data, isFetching, isError } = useMailboxChoices(words, wanted)
  return { data: data?.map(({ id, address }) => ({ value: id, label: address })), isFetching, isError }
}

export function MailboxSelect({ id, value = null, onChange, known }: MailboxSelectProps) {
  return (
    <SearchSelect
      {...(id !== undefined && { id })}
      value={value ?? ALL}
      known={known ?? '一个邮箱'}
      fixed={everything}
      nothing="没有这样的邮箱"
      useFound={useFound}
      onChange={picked => onChange?.(picked === ALL ? null : picked)}
    />
  )
}
