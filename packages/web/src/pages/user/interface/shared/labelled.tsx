import { type ReactNode, useId } from 'react'

/** A field with its name before it. */
export function Labelled(props: {
  label: string
  className?: string | undefined
  children: (id: string) => ReactNode
}) {
  const id = useId()
  return (
    <div className={props.className}>
      <label htmlFor={id}>{props.label}</label>
      {props.children(id)}
    </div>
  )
}
