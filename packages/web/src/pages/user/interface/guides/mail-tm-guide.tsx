import { Link } from 'react-router'
import { usePermission } from '../../../../account/permission.ts'
import { useKeptSettings } from '../../../../api/kept-settings.ts'
import { userPath } from '../../../../site/paths.ts'
import { CodeBlock } from '../shared/code-block.tsx'
import styles from './guide.module.css'
import { Guide, type GuideProps, Part } from './guide.tsx'

/** Programs that were written for mail.tm, and how they are pointed here. */
export function MailTmGuide({ back }: GuideProps) {
  const on = useKeptSettings(state => state.settings.mailTmApi === true)
  const { role } = usePermission()
  const url = `${window.location.origin}/mailtm`
  return (
    <Guide title="mail.tm 兼容" back={back}>
      <Part title={on ? '已经打开' : '现在没有打开'}>
        <p>
          为 mail.tm 写的程序不用改，把接口地址换成 <code>{url}</code>{' '}
          就能用：列域名、建账号、取凭证、收信、看原文都一样。
        </p>
        {!on && (
          <p>
            {role === 'admin' ? (
              <>
                在<Link to={`${userPath('setting')}?tab=site`}>站点设置</Link>的“接口”里打开。
              </>
            ) : (
              '需要管理员在站点设置里打开。'
            )}
          </p>
        )}
        <CodeBlock
          label="用 mail.tm 的方式收信"
          text={`curl -sS ${url}/domains -H 'Accept: application/json'

curl -sS ${url}/accounts \\
  -H 'Content-Type: application/json' \\
  -d '{"address":"xiaoyan@example.com","password":"a long password"}'

curl -sS ${url}/token \\
  -H 'Content-Type: application/json' \\
  -d '{"address":"xiaoyan@example.com","password":"a long password"}'

curl -sS ${url}/messages -H "Authorization: Bearer $TOKEN"`}
        />
      </Part>
      <Part title="有什么不同">
        <ul className={styles.dots}>
          <li>一秒最多 8 次，超过回答 429。</li>
          <li>新建账号受站点的注册设置和防滥用限制；要安全验证时回答 429，过一阵再试。</li>
          <li>密码至少 8 位。</li>
          <li>
            实时推送在 <code>{url}/.well-known/mercure</code>。
          </li>
        </ul>
      </Part>
    </Guide>
  )
}
