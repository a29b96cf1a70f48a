/** Choosing one of many: what is typed is looked for by the server, so that none is out of reach however many there are. */
import { Select, type SelectProps } from 'antd'
import { type ReactNode, useState } from 'react'
import { clearable, searchIcon } from './select-icons.tsx'

export type Choice = { value: string; label: string }

export type Found = { data?: readonly Choice[] | undefined; isFetching: boolean; isError: boolean }

type SearchSelectProps = Pick<SelectProps, 'placeholder' | 'variant' | 'className' | 'disabled'> & {
  /** From the form around it. */
  id?: string
  'aria-label'?: string
  value?: string | null | undefined
  onChange?: (value: string | null) => void
  /** Looks for what is typed; without words the first few. Not asked before the list is open. */
  useFound: (words: string, wanted: boolean) => Found
  /** The name of what was chosen before, where it is no part of what is found. */
  known?: string | undefined
  /** Stand before what is found, while nothing is typed. */
  fixed?: readonly Choice[]
  /** Said where nothing is found. */
  nothing: string
  mayClear?: boolean
  renderLabel?: (label: string) => ReactNode
}

const none: readonly Choice[] = []

export function SearchSelect({
  value,
  onChange,
  useFound,
  known,
  fixed = none,
  nothing,
  mayClear = false,
  renderLabel,
  ...given
}: SearchSelectProps) {
  const [words, setWords] = useState('')
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<Choice | null>(null)
  const { data: found = none, isFetching, isError } = useFound(words.trim(), open)
  const nameOf = (one: string): string =>
    [...fixed, ...found, ...(chosen ? [chosen] : [])].find(choice => choice.value === one)?.label ??
    known ??
    one
  return (
    <Select
      {...given}
      labelInValue
      {...(mayClear && { allowClear: clearable })}
      value={value === null || value === undefined ? null : { value, label: nameOf(value) }}
      showSearch={{ searchIcon, filterOption: false, onSearch: setWords }}
      loading={open && isFetching}
      notFoundContent={isError ? '没有查到，请再试一次' : nothing}
      onOpenChange={opened => {
        setOpen(opened)
        if (!opened) setWords('')
      }}
      {...(renderLabel && { labelRender: ({ label }) => renderLabel(String(label)) })}
      onChange={(picked: Choice | null | undefined) => {
        setChosen(picked ? { value: picked.value, label: nameOf(picked.value) } : null)
        onChange?.(picked?.value ?? null)
      }}
      options={words.trim() === '' ? [...fixed, ...found] : [...found]}
    />
  )
}
