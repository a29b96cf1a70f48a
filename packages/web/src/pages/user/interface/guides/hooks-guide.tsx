/** Notifications for programs: which there are, where they are managed, and a bench to check a signature on. */
import { Input } from 'antd'
import { CircleCheck, CircleX, Clock, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { LastState } from '../../../../account/notice/hook-state.tsx'
import { hostOf, kindTexts } from '../../../../account/notice/kinds.ts'
import { SignatureHelp } from '../../../../account/notice/signature-help.tsx'
import { useReaches } from '../../../../account/permission.ts'
import { messageOf } from '../../../../api/api-error.ts'
import { userPath } from '../../../../site/paths.ts'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { PasswordInput } from '../../../../ui/password-input.tsx'
import { StateWord } from '../../../../ui/state-word.tsx'
import { Labelled } from '../shared/labelled.tsx'
import { useHookList } from '../shared/queries.ts'
import styles from './guide.module.css'
import { Guide, type GuideProps, Part } from './guide.tsx'
import { type Check, checkSignature, type Signed } from './signature.ts'

export function HooksGuide({ back }: GuideProps) {
  const mayManage = useReaches('setting')
  return (
    <Guide title="来信通知与验签" back={back}>
      <Part title="通知地址">
        <p>
          信到时往你的地址 POST 一份 JSON，没送到会隔一阵再试，最多七次。添加、测试、看记录、重送都在设置里。
        </p>
        <HookList />
        {mayManage && (
          <div>
            <ButtonLink icon={<Settings2 aria-hidden />} to={`${userPath('setting')}?tab=notice`}>
              管理通知
            </ButtonLink>
          </div>
        )}
      </Part>
      <Part title="在程序里验签">
        <p>
          通用通知带着 <code>Yanshu-Timestamp</code> 和 <code>Yanshu-Signature</code>
          ：签名是用密钥对“时间.正文”算的 HMAC-SHA256。先验再信，超过五分钟的不要。
        </p>
        <SignatureHelp />
      </Part>
      <Part title="验一个签名">
        <p>程序说签名不对时，把收到的四样东西贴在这里对一对。只在浏览器里算，不会发出去。</p>
        <Bench />
      </Part>
    </Guide>
  )
}

function HookList() {
  const { data, error } = useHookList()
  if (error) return <p>{messageOf(error)}</p>
  if (!data) return null
  if (data.list.length === 0) return <p>还没有通知地址。</p>
  return (
    <ul className={styles.hooks} aria-label="通知地址">
      {data.list.map(hook => (
        <li key={hook.id}>
          <span className="grow clip">
            <b>{hook.name}</b>，{kindTexts[hook.kind].word}，<span className="mono">{hostOf(hook.url)}</span>
          </span>
          <LastState hook={hook} />
        </li>
      ))}
    </ul>
  )
}

const nothing: Signed = { secret: '', timestamp: '', signature: '', body: '' }

function Bench() {
  const [signed, setSigned] = useState(nothing)
  const [check, setCheck] = useState<Check | null>(null)
  const set = (name: keyof Signed) => (event: { target: { value: string } }) => {
    setCheck(null)
    setSigned(known => ({ ...known, [name]: event.target.value }))
  }
  return (
    <div className={styles.fields}>
      <Labelled label="签名密钥">
        {id => <PasswordInput id={id} value={signed.secret} autoComplete="off" onChange={set('secret')} />}
      </Labelled>
      <Labelled label="Yanshu-Timestamp">
        {id => <Input id={id} className="mono" value={signed.timestamp} onChange={set('timestamp')} />}
      </Labelled>
      <Labelled label="Yanshu-Signature">
        {id => <Input id={id} className="mono" value={signed.signature} onChange={set('signature')} />}
      </Labelled>
      <Labelled label="正文，一字不差">
        {id => (
          <Input.TextArea
            id={id}
            className="mono"
            spellCheck={false}
            autoSize={{ minRows: 3, maxRows: 10 }}
            value={signed.body}
            onChange={set('body')}
          />
        )}
      </Labelled>
      <div className={styles.row}>
        <Button onClick={() => void checkSignature(signed, new Date()).then(setCheck)}>验一下</Button>
        <span role="status">{check && <Verdict check={check} />}</span>
      </div>
    </div>
  )
}

function Verdict({ check }: { check: Check }) {
  switch (check) {
    case 'right':
      return (
        <StateWord tone="good" icon={<CircleCheck aria-hidden />}>
          签名正确，时间也新
        </StateWord>
      )
    case 'old':
      return (
        <StateWord tone="wait" icon={<Clock aria-hidden />}>
          签名正确，但时间超过了五分钟
        </StateWord>
      )
    case 'wrong':
      return (
        <StateWord tone="bad" icon={<CircleX aria-hidden />}>
          签名不对：看看正文有没有被改过，密钥是不是换过
        </StateWord>
      )
    case 'incomplete':
      return <span className="small muted">四样都要填，时间是一串数字</span>
  }
}
