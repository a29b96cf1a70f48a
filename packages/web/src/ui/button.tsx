/** Buttons: primary, plain, quiet and link, in three heights; and the button that is only an icon. */
import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './button.module.css'
import { cx } from './cx.ts'
import { Tip } from './tip.tsx'

type Look = {
  kind?: 'plain' | 'primary' | 'quiet' | 'link'
  size?: 'small' | 'normal' | 'large'
  danger?: boolean
  block?: boolean
  icon?: ReactNode
}

function lookClass({ kind = 'plain', size = 'normal', danger, block }: Look, className?: string): string {
  return cx(
    styles.button,
    styles[kind],
    size !== 'normal' && styles[size],
    danger && styles.danger,
    block && styles.block,
    className,
  )
}

type ButtonProps = Look &
  Omit<ComponentProps<'button'>, 'disabled'> & {
    /** The action is running: the button shows it, and further clicks do nothing. */
    busy?: boolean
    /** The reason why it cannot be pressed. The button stays reachable so that the reason can be read. */
    disabledReason?: string | null | undefined
  }

export function Button(props: ButtonProps) {
  const { kind, size, danger, block, icon, busy, disabledReason, className, children, onClick, ...rest } =
    props
  const look: Look = { ...(kind && { kind }), ...(size && { size }), danger: !!danger, block: !!block }
  const still = busy || !!disabledReason
  const button = (
    <button
      type="button"
      {...rest}
      className={lookClass(look, className)}
      aria-busy={busy || undefined}
      aria-disabled={disabledReason ? true : undefined}
      onClick={event => {
        if (still) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy ? <LoaderCircle className={styles.turning} aria-hidden /> : icon}
      {children}
    </button>
  )
  return disabledReason ? <Tip text={disabledReason}>{button}</Tip> : button
}

export function ButtonLink(props: Look & ComponentProps<typeof Link>) {
  const { kind, size, danger, block, icon, className, children, ...rest } = props
  const look: Look = { ...(kind && { kind }), ...(size && { size }), danger: !!danger, block: !!block }
  return (
    <Link {...rest} className={lookClass(look, className)}>
      {icon}
      {children}
    </Link>
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** The accessible name, also the tooltip. */
  label: string
  small?: boolean
  children: ReactNode
}

export function IconButton({ label, small, className, children, ...rest }: IconButtonProps) {
  return (
    <Tip text={label}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        className={cx(styles.icon, small && styles.iconSmall, className)}
      >
        {children}
      </button>
    </Tip>
  )
}
