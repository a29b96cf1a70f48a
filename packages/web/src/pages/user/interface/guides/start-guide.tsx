import { Link } from 'react-router'
import { CodeBlock } from '../shared/code-block.tsx'
import styles from './guide.module.css'
import { Guide, type GuideProps, Part } from './guide.tsx'

const site = () => window.location.origin

const typed = (url: string) => `import { connect } from '@yanshu/contract/connect'

const yanshu = connect({ url: '${url}', key: process.env.YANSHU_KEY ?? '' })

const { mailbox } = await yanshu.createEmail({ body: { domain: 'example.com' } })
const { mail, cursor } = await yanshu.waitEmail({
  query: { mailbox: mailbox.address, hasCode: true, timeout: 55 },
})
console.log(mail.code)
// 接着等下一封
const next = await yanshu.waitEmail({ query: { mailbox: mailbox.address, cursor, timeout: 55 } })`

/** How a program begins. */
export function StartGuide({ back }: GuideProps) {
  const url = site()
  return (
    <Guide title="开始使用" back={back}>
      <Part title="地址和身份">
        <p>
          所有调用都在 <code>{url}/api/</code> 下面。生成密钥，放进环境变量 <code>YANSHU_KEY</code>
          ，每次请求带上它：
        </p>
        <CodeBlock
          label="第一次调用"
          text={`curl -sS '${url}/api/user/emailList' \\\n  -H "Authorization: Bearer $YANSHU_KEY"`}
        />
        <p>密钥的权限和你的账号一样，不多不少。登录得到的凭证也能用；改密码、换密钥这类调用只认登录凭证。</p>
      </Part>
      <Part title="代码">
        <p>
          每个调用都有能直接运行的代码，例如 <Link to={{ search: '?call=getInbox' }}>getInbox</Link>
          。大写的词（如 <code>MAIL_ID</code>）和 <code>example.com</code>
          要换成自己的，代码下面写着换成什么、从哪个调用得到。
        </p>
      </Part>
      <Part title="回答">
        <ul className={styles.dots}>
          <li>
            都是 JSON：<code>error</code> 为 0 是成功，其余看错误表；<code>msg</code> 是给人看的话。
          </li>
          <li>
            参数不对时，<code>fields</code> 说明哪个字段有什么问题。
          </li>
          <li>
            登录失效是 <code>error: 302</code>，HTTP 状态 401。别人的东西和不存在的东西，回答一样。
          </li>
          <li>时间是 UTC 的 ISO 8601，金额以分为单位，是整数。</li>
          <li>
            邮件列表用 <code>nextCursor</code> 翻页；表格用 <code>page</code> 和 <code>pageSize</code>
            ，每页最多 100。
          </li>
        </ul>
      </Part>
      <Part title="带类型的客户端">
        <p>
          TypeScript 程序可以用仓库里的 <code>packages/contract</code>
          ：每个调用一个函数，参数和回答都有类型，拒绝会抛出带编号的错误。用法见仓库的
          docs/client.md。其他语言可以拿 openapi.json 生成。
        </p>
        <CodeBlock label="带类型的客户端" text={typed(url)} />
      </Part>
    </Guide>
  )
}
