/** The console of one call: its fields to fill in, the same as a program, and what the server answers. */
import type { Call, CallName } from '@yanshu/contract'
import { pagesOfCall } from '@yanshu/contract/call'
import { calls } from '@yanshu/contract/calls'
import { exampleAnswer } from '@yanshu/contract/example'
import type { ExampleRequest } from '@yanshu/contract/example-requests'
import { pageNames } from '@yanshu/contract/permission-names'
import { placeholdersIn } from '@yanshu/contract/placeholders'
import { type Field, referenceOf } from '@yanshu/contract/reference'
import { type SampleLanguage, sampleLanguages, sampleOf, variableOf } from '@yanshu/contract/samples'
import { Input } from 'antd'
import { Play, Square } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { reaches, usePermission } from '../../../account/permission.ts'
import { LossDialog } from '../../../api/loss-dialog.tsx'
import { readToken } from '../../../api/token.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyIcon } from '../../../ui/copy-button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { CodeBlock } from './shared/code-block.tsx'
import { Labelled } from './shared/labelled.tsx'
import { useKnown } from './shared/queries.ts'
import { blankIn, draftFor, isGrave, readDraft, type TypedRequest, warningFor } from './try-draft.ts'
import styles from './try-it.module.css'
import { TryResult } from './try-result.tsx'
import { useSend } from './use-send.ts'

const languageNames: Readonly<Record<SampleLanguage, string>> = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
}

const identities = [
  { name: 'login', label: '登录身份' },
  { name: 'key', label: '接口密钥' },
] as const
type Identity = (typeof identities)[number]['name']

type TryItProps = { name: CallName; secret: string; onSecret: (secret: string) => void }

export function TryIt({ name, secret, onSecret }: TryItProps) {
  const call = calls[name] as Call
  const known = useKnown()
  const permission = usePermission()
  const { role } = permission
  const needed = pagesOfCall(call)
  const isShut = needed !== null && !needed.some(page => reaches(permission, page))
  const [typed, setTyped] = useState<TypedRequest | null>(null)
  const draft = useMemo(() => typed ?? draftFor(name, known), [typed, name, known])
  const read = useMemo(() => readDraft(name, draft), [name, draft])
  const [identity, setIdentity] = useState<Identity>('login')
  const [file, setFile] = useState<File | null>(null)
  const [asking, setAsking] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const { sending, send, stop } = useSend(name)
  const isStream = call.answers === 'events'

  const go = async () => {
    if (read.wrong !== null) return
    await send(read.request, identity === 'key' ? secret : readToken(), file)
  }
  const press = () => {
    const fault = read.wrong ?? blankIn(read.request)
    setWrong(fault)
    if (fault !== null) return
    if (isGrave(name)) setAsking(true)
    else void go()
  }
  return (
    <aside className={styles.try} aria-label="试一试">
      <h3>试一试</h3>
      <TryFields name={name} draft={draft} onChange={setTyped} onFile={setFile} />
      {isShut && (
        <p className="small muted">
          这个调用属于{needed.map(page => `“${pageNames[page]}”`).join('、')}，你的账号没有开通。
        </p>
      )}
      {!isStream && !isShut && (
        <>
          <div className={styles.identity}>
            <Segmented label="用什么身份" items={identities} active={identity} onChange={setIdentity} />
            {identity === 'key' && (
              <PasswordInput
                aria-label="接口密钥"
                placeholder="粘贴接口密钥，只留在这个页面里"
                autoComplete="off"
                value={secret}
                onChange={event => onSecret(event.target.value.trim())}
              />
            )}
          </div>
          <div className={styles.go}>
            {sending.at === 'busy' ? (
              <Button icon={<Square aria-hidden />} onClick={stop}>
                停下
              </Button>
            ) : (
              <Button kind="primary" icon={<Play aria-hidden />} onClick={press}>
                发送
              </Button>
            )}
            <span className="small muted">
              {sending.at === 'busy' ? '正在等回答…' : whatItCosts(call, identity)}
            </span>
          </div>
          <Failure text={wrong} />
        </>
      )}
      {isStream && <p className="small muted">事件流不断送来，请到“事件流与等信”里看现场。</p>}
      <Samples name={name} draft={draft} />
      {sending.at === 'idle' || sending.at === 'busy' ? (
        call.answers === undefined && <ExampleAnswer name={name} />
      ) : (
        <TryResult sending={sending} name={name} />
      )}
      <LossDialog
        open={asking}
        title={`真的执行 ${name}？`}
        action="执行"
        onClose={() => setAsking(false)}
        onConfirm={go}
      >
        <p className="muted">{read.request && warningFor(name, read.request, role)}</p>
      </LossDialog>
    </aside>
  )
}

function whatItCosts(call: Call, identity: Identity): string {
  if (identity === 'key') return call.sessionOnly ? '这个调用不认密钥' : '用密钥，算一次调用'
  return call.method === 'GET' ? '用现在的登录' : '用现在的登录，会真的执行'
}

function TryFields(props: {
  name: CallName
  draft: TypedRequest
  onChange: (draft: TypedRequest) => void
  onFile: (file: File | null) => void
}) {
  const { name, draft, onChange, onFile } = props
  const reference = useMemo(() => referenceOf(name), [name])
  const inUrl = reference.request.filter(field => field.place === 'path' || field.place === 'query')
  const set = (field: Field, value: string) => {
    const part = field.place === 'path' ? 'params' : 'query'
    onChange({ ...draft, [part]: { ...draft[part], [field.path]: value } })
  }
  if (reference.request.length === 0) return <p className="small muted">没有参数，直接发送。</p>
  return (
    <div className={styles.params}>
      {inUrl.map(field => (
        <Labelled key={field.path} className={styles.param} label={field.path}>
          {id => (
            <Input
              id={id}
              className="mono"
              value={(field.place === 'path' ? draft.params : draft.query)[field.path] ?? ''}
              placeholder={field.type}
              onChange={event => set(field, event.target.value)}
            />
          )}
        </Labelled>
      ))}
      {reference.call.body && (
        <Labelled className={styles.body} label="正文">
          {id => (
            <Input.TextArea
              id={id}
              className="mono"
              spellCheck={false}
              autoSize={{ minRows: 3, maxRows: 16 }}
              value={draft.body}
              onChange={event => onChange({ ...draft, body: event.target.value })}
            />
          )}
        </Labelled>
      )}
      {reference.call.multipart && (
        <Labelled className={styles.param} label="file">
          {id => <input id={id} type="file" onChange={event => onFile(event.target.files?.[0] ?? null)} />}
        </Labelled>
      )}
    </div>
  )
}

function Samples({ name, draft }: { name: CallName; draft: TypedRequest }) {
  const [language, setLanguage] = useState<SampleLanguage>('curl')
  const call = calls[name] as Call
  const read = readDraft(name, draft)
  // While something is half typed, the last whole request stays.
  const [last, setLast] = useState(read.request)
  if (read.request !== null && JSON.stringify(read.request) !== JSON.stringify(last)) setLast(read.request)
  const request = read.request ?? last
  const text = request === null ? '' : sampleOf(name, language, { site: window.location.origin, request })
  return (
    <section aria-label="代码">
      <div className={styles.codehead}>
        <Segmented
          label="语言"
          items={sampleLanguages.map(item => ({ name: item, label: languageNames[item] }))}
          active={language}
          onChange={setLanguage}
        />
        <CopyIcon text={text} label="复制代码" />
      </div>
      <CodeBlock text={text} label={`${languageNames[language]} 代码`} />
      {request !== null && <ToPutIn request={request} />}
      {variableOf(call) === 'YANSHU_TOKEN' && !call.who.includes('visitor') && (
        <p className={styles.hint}>YANSHU_TOKEN 是登录得到的凭证；这个调用不认接口密钥。</p>
      )}
    </section>
  )
}

/** Lists the placeholders of the sample, and where their values are found. */
function ToPutIn({ request }: { request: ExampleRequest }) {
  const entries = placeholdersIn(request)
  if (entries.length === 0) return null
  return (
    <ul className={styles.putIn} aria-label="要换成自己的">
      {entries.map(({ name, shown, words, from }) => (
        <li key={name}>
          <code>{shown}</code> 换成{words}
          {from && (
            <>
              ，见 <Link to={{ search: `?call=${from}` }}>{from}</Link>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

function ExampleAnswer({ name }: { name: CallName }) {
  const text = useMemo(() => JSON.stringify(exampleAnswer(name), null, 2), [name])
  return (
    <section aria-label="回答的样子">
      <div className={styles.codehead}>
        <span className="small muted">回答的样子</span>
      </div>
      <CodeBlock text={text} json label="回答的样子" />
    </section>
  )
}
