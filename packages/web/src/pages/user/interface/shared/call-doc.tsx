/** One call: what it is for, who may make it, its fields, what it answers, what can go wrong. */
import type { CallName, ErrorName } from '@yanshu/contract'
import { pagesOfCall } from '@yanshu/contract/call'
import { roles } from '@yanshu/contract/permission'
import { pageNames } from '@yanshu/contract/permission-names'
import { type Field, referenceOf } from '@yanshu/contract/reference'
import { ArrowLeft } from 'lucide-react'
import { useMemo } from 'react'
import { roleNames } from '../../../../account/permission.ts'
import { ButtonLink } from '../../../../ui/button.tsx'
import { CopyIcon } from '../../../../ui/copy-button.tsx'
import styles from './call-doc.module.css'

const answerKinds = {
  bytes: '成功时回答文件的原始字节；出错时仍是 JSON。',
  events: '成功时一直不断，逐条送来事件。',
}

export function BackLink() {
  return (
    <ButtonLink kind="quiet" size="small" icon={<ArrowLeft aria-hidden />} to={{ search: '' }}>
      全部调用
    </ButtonLink>
  )
}

export function CallDoc({ name, back }: { name: CallName; back: boolean }) {
  const reference = useMemo(() => referenceOf(name), [name])
  const { call } = reference
  const pages = pagesOfCall(call)
  const who = roles.filter(role => call.who.includes(role)).map(role => roleNames[role])
  return (
    <article className={styles.doc} aria-label={name}>
      {back && <BackLink />}
      <p className={styles.path}>
        <b>{call.method}</b>
        <span>{call.path}</span>
        <CopyIcon text={call.path} label="复制地址" />
      </p>
      <h2>{call.summary.zh}</h2>
      <p className={styles.who}>
        {who.join('、')}可用
        {pages && `；账号要有${pages.map(page => `“${pageNames[page]}”`).join('或')}页面`}
        {call.sessionOnly && '；只认登录凭证，不认接口密钥'}
      </p>
      <Fields title="参数" fields={reference.request} empty="没有参数。" marks />
      {call.answers === undefined ? (
        <Fields title="回答" fields={[okField, msgField, ...reference.answer]} empty="" />
      ) : (
        <section>
          <h3>回答</h3>
          <p className={styles.plain}>{answerKinds[call.answers]}</p>
        </section>
      )}
      <Errors errors={reference.errors} />
    </article>
  )
}

const okField: Field = { path: 'error', place: 'answer', type: 'integer', required: true, words: '0 为成功' }
const msgField: Field = {
  path: 'msg',
  place: 'answer',
  type: 'string',
  required: true,
  words: '出错时给人看的话',
}

/** The same in every table, so that they stand under each other. */
function Widths() {
  return (
    <colgroup>
      <col style={{ width: '34%' }} />
      <col style={{ width: '22%' }} />
      <col />
    </colgroup>
  )
}

const places = { path: '路径', query: '查询', header: '请求头', body: '正文', answer: '' } as const

function Fields(props: { title: string; fields: readonly Field[]; empty: string; marks?: boolean }) {
  const { title, fields, empty, marks } = props
  return (
    <section>
      <h3>{title}</h3>
      {fields.length === 0 ? (
        <p className={styles.plain}>{empty}</p>
      ) : (
        <table className={styles.fields}>
          <caption className="sr">{title}</caption>
          <Widths />
          <thead className="sr">
            <tr>
              <th scope="col">名称</th>
              <th scope="col">类型</th>
              <th scope="col">说明</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(field => (
              <tr key={`${field.place} ${field.path}`}>
                <td>
                  <code>{field.path}</code>
                  {marks && field.required && !field.path.includes('.') && (
                    <span className={styles.required}>必填</span>
                  )}
                </td>
                <td className={styles.type}>{field.type}</td>
                <td>
                  {field.words}
                  {marks && field.place === 'path' && <span className={styles.place}>{places.path}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function Errors({
  errors,
}: {
  errors: readonly { name: ErrorName; code: number; status: number; msg: string }[]
}) {
  return (
    <section>
      <h3>会遇到的错误</h3>
      <table className={styles.fields}>
        <caption className="sr">会遇到的错误</caption>
        <Widths />
        <thead className="sr">
          <tr>
            <th scope="col">error</th>
            <th scope="col">HTTP 状态</th>
            <th scope="col">含义</th>
          </tr>
        </thead>
        <tbody>
          {errors.map(error => (
            <tr key={error.name}>
              <td>
                <code>{error.code}</code>
              </td>
              <td className={styles.type}>{error.status}</td>
              <td>{error.msg}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
