/** The event stream and waitEmail: how they work, and both at work on the caller's own mail. */
import { pagesOfCall } from '@yanshu/contract/call'
import { calls } from '@yanshu/contract/calls'
import { pageNames } from '@yanshu/contract/permission-names'
import { reaches, usePermission } from '../../../../account/permission.ts'
import { CodeBlock } from '../shared/code-block.tsx'
import { useKnown } from '../shared/queries.ts'
import { EventsDemo } from './events-demo.tsx'
import styles from './guide.module.css'
import { Guide, type GuideProps, Part } from './guide.tsx'
import { TestMail } from './test-mail.tsx'
import { WaitDemo } from './wait-demo.tsx'

function NeedsInbox() {
  return <p>你的账号没有开通“{pageNames.inbox}”，这里试不了。</p>
}

export function LiveGuide({ back }: GuideProps) {
  const known = useKnown()
  const permission = usePermission()
  const readsMail = reaches(permission, 'inbox')
  const hears = (pagesOfCall(calls.events) ?? []).some(page => reaches(permission, page))
  const url = window.location.origin
  return (
    <Guide title="事件流与等信" back={back}>
      <Part title="等一封信">
        <p>
          自动注册、自动测试最常用：<code>waitEmail</code> 一直等到信来再回答，不用轮询，一次最多等 60
          秒。可以只等某个邮箱、某个发件人，只等带验证码的（<code>hasCode</code>）、带确认链接的（
          <code>hasLink</code>）。信比调用先到也不要紧：它先往回看两分钟（<code>within</code>{' '}
          可以改），有符合的，马上给最新的一封。
        </p>
        <p>
          一封接一封地收，就把回答里的 <code>cursor</code> 带给下一次：不漏，也不重复。到时间没等到，回答{' '}
          <code>error: 1012</code>，用同一个 <code>cursor</code> 再等一次就行。
        </p>
        <CodeBlock
          label="等一封带验证码的信"
          text={`curl -sS -G '${url}/api/user/waitEmail' \\\n  -H "Authorization: Bearer $YANSHU_KEY" \\\n  -d mailbox=${known.address ?? 'xiaoyan@example.com'} -d hasCode=true -d timeout=55`}
        />
        {readsMail ? <WaitDemo known={known} /> : <NeedsInbox />}
      </Part>
      <Part title="事件流">
        <p>
          <code>GET /api/user/events</code> 是 server-sent events：一直开着，信一到就送来。断开后带上最后一个{' '}
          <code>id</code>（<code>Last-Event-ID</code>
          ）重连，中间漏掉的会补上。密钥换掉或登录结束，流会马上断开。
        </p>
        <ul className={styles.dots}>
          <li>
            <code>mail</code>：来了一封信，内容和列表里的一样，含验证码和确认链接
          </li>
          <li>
            <code>unread</code>：某个邮箱的未读数变了
          </li>
          <li>
            <code>changed</code>：信被看过、加星、贴标签、移走或删除。<code>ids</code> 是哪几封，
            <code>change</code> 是变成的样子，<code>null</code> 表示彻底删除了；<code>ids</code> 为{' '}
            <code>null</code> 表示很多封，请重新读取列表
          </li>
          <li>
            <code>sent</code>：发出的信有了结果；<code>order</code>：订单变了；<code>domain</code>
            ：域名的状态变了
          </li>
          <li>
            <code>reload</code>：错过的太多，请重新读取列表
          </li>
        </ul>
        {hears && <EventsDemo />}
      </Part>
      <Part title="试一封">{readsMail ? <TestMail known={known} /> : <NeedsInbox />}</Part>
    </Guide>
  )
}
