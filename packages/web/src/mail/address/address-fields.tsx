/**
 * The fields for choosing an address, as plain elements of the browser. A name is checked during typing;
 * faults that only the server knows (taken, reserved) are shown at the field.
 */
import type { Lifetime, NameStyle } from '@yanshu/contract'
import { regEmail } from '@yanshu/contract/calls/mailbox'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { ApiError, isApiError, messageOf } from '../../api/api-error.ts'
import { useKeptSettings } from '../../api/kept-settings.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import type { AddressFormProps } from './address-choice.ts'
import styles from './address-form.module.css'
import { LifetimeChoice } from './lifetime-choice.tsx'

const nameRule = regEmail.body?.shape.localPart

/** Returns the contract's fault of a name; an empty name means a random one. */
export function nameFault(name: string): string | null {
  if (name.trim() === '') return null
  const { success, error } = nameRule?.safeParse(name) ?? { success: true, error: undefined }
  return success ? null : (error?.issues[0]?.message ?? '名字填得不对')
}

const nameStyles: readonly { style: NameStyle; says: string }[] = [
  { style: 'word', says: '拼音词' },
  { style: 'letters', says: '字母' },
  { style: 'digits', says: '数字' },
  { style: 'mixed', says: '字母和数字' },
]

export function AddressFields({
  action,
  initial,
  styled,
  short,
  refused,
  domains,
  onSubmit,
  onCancel,
}: AddressFormProps & { domains: readonly string[] }) {
  const id = useId()
  const offered = useKeptSettings(state => state.settings.lifetimes) ?? []
  const usual = useKeptSettings(state => state.settings.defaultLifetime)
  const [name, setName] = useState(initial?.localPart ?? '')
  const [domain, setDomain] = useState(
    initial?.domain && domains.includes(initial.domain) ? initial.domain : (domains[0] ?? ''),
  )
  const [style, setStyle] = useState<NameStyle>('word')
  const [lifetime, setLifetime] = useState<Lifetime | undefined | null>(undefined)
  const [faults, setFaults] = useState<{ name: string | null; rest: string | null }>({
    name: null,
    rest: null,
  })
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // The form appears only on request, and may appear after its dialog, when the domains have loaded.
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fault = nameFault(name)
    setFaults({ name: fault, rest: null })
    if (fault !== null || busy) return field.current?.focus()
    // The field has shown its fault since it was typed.
    if (lifetime === null)
      return event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    setBusy(true)
    try {
      const localPart = name.trim().toLowerCase()
      await onSubmit({
        domain,
        ...(localPart !== '' ? { localPart } : styled && { style }),
        ...(lifetime && { lifetime }),
      })
    } catch (error) {
      setFaults(faultsOf(error))
      field.current?.focus()
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} noValidate onSubmit={event => void send(event)}>
      <div className={styles.pair}>
        <div className={styles.field}>
          <label htmlFor={`${id}n`}>名字</label>
          <input
            ref={field}
            id={`${id}n`}
            className={styles.input}
            value={name}
            maxLength={64}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            placeholder="留空随机取一个"
            aria-invalid={faults.name !== null}
            aria-describedby={`${id}f`}
            onChange={event => {
              setName(event.target.value)
              setFaults({ name: nameFault(event.target.value), rest: null })
            }}
          />
        </div>
        <div className={styles.field}>
          <label htmlFor={`${id}d`}>域名</label>
          <select
            id={`${id}d`}
            className={styles.input}
            value={domain}
            onChange={event => setDomain(event.target.value)}
          >
            {domains.map(one => (
              <option key={one} value={one}>
                @{one}
              </option>
            ))}
          </select>
        </div>
      </div>
      <p id={`${id}f`} className={styles.fault} role="alert">
        {faults.name}
      </p>
      {styled && !short && name.trim() === '' && (
        <div className={styles.field}>
          <label htmlFor={`${id}s`}>随机名字的样子</label>
          <select
            id={`${id}s`}
            className={styles.input}
            value={style}
            onChange={event =>
              setStyle(nameStyles.find(one => one.style === event.target.value)?.style ?? 'word')
            }
          >
            {nameStyles.map(({ style: one, says }) => (
              <option key={one} value={one}>
                {says}
              </option>
            ))}
          </select>
        </div>
      )}
      {!short && <LifetimeChoice offered={offered} usual={usual} onChange={setLifetime} />}
      <Failure text={faults.rest} />
      <div className={styles.actions}>
        <Button kind="primary" type="submit" busy={busy} disabledReason={refused}>
          {action}
        </Button>
        {onCancel && (
          <Button kind="quiet" onClick={onCancel}>
            不改了
          </Button>
        )}
      </div>
    </form>
  )
}

/** Faults of the name are shown at the name, the rest above the button. */
function faultsOf(error: unknown): { name: string | null; rest: string | null } {
  if (isApiError(error, 'addressTaken', 'addressReserved')) return { name: error.message, rest: null }
  if (error instanceof ApiError && error.fields.localPart) return { name: error.fields.localPart, rest: null }
  return { name: null, rest: messageOf(error) }
}
