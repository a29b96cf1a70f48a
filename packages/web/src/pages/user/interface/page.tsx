/**
 * /user/interface: the API for programs. The key, every call with its fields, errors, a console and samples, and guides to
 * what is not one call. Everything about calls is read from the contract; what is open is in the URL.
 */
import { callNames } from '@yanshu/contract/calls'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTitle } from '../../../account/use-title.ts'
import { PHONE, useMedia } from '../../../ui/use-media.ts'
import { CallList, type Open } from './call-list.tsx'
import { guideNames, guides } from './guides/guides.tsx'
import { KeyHead } from './key-head.tsx'
import styles from './page.module.css'
import { CallDoc } from './shared/call-doc.tsx'
import { TryIt } from './try-it.tsx'

function openOf(params: URLSearchParams, phone: boolean): Open {
  const call = callNames.find(name => name === params.get('call'))
  if (call) return { kind: 'call', name: call }
  const guide = guideNames.find(name => name === params.get('guide'))
  if (guide) return { kind: 'guide', name: guide }
  return phone ? null : { kind: 'guide', name: 'start' }
}

export function Component() {
  useTitle('接口')
  const [params] = useSearchParams()
  const phone = useMedia(PHONE)
  const open = openOf(params, phone)
  /** A key that was just made or was typed in; it lives as long as the page. */
  const [key, setKey] = useState('')
  const Guide = open?.kind === 'guide' ? guides[open.name].Component : null
  return (
    <div className={styles.api}>
      {(!phone || open === null) && <KeyHead onNewKey={setKey} />}
      {phone && open !== null && <h1 className="sr">接口</h1>}
      {(!phone || open === null) && <CallList open={open} />}
      {open?.kind === 'call' && <CallDoc key={open.name} name={open.name} back={phone} />}
      {open?.kind === 'call' && (
        <TryIt key={`try-${open.name}`} name={open.name} secret={key} onSecret={setKey} />
      )}
      {Guide && <Guide back={phone} />}
    </div>
  )
}
