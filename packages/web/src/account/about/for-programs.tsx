import { routes } from '@yanshu/contract/routes'
import { Link } from 'react-router'
import { useKeptSettings } from '../../api/kept-settings.ts'
import { outside, userPath } from '../../site/paths.ts'
import { CopyIcon } from '../../ui/copy-button.tsx'
import styles from './about.module.css'

const sampleFor = (site: string): string =>
  [
    '# 用邮箱和密码登录，得到 token',
    `curl -sS '${site}${routes.loginEmail.path}' \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '{"address":"我的地址","password":"我的密码"}'`,
    '',
    '# 等下一封带验证码的信，最多等 55 秒',
    `curl -sS -G '${site}${routes.waitEmail.path}' \\`,
    '  -H "Authorization: Bearer $TOKEN" -d hasCode=true -d timeout=55',
  ].join('\n')

export function ForPrograms() {
  const mailTm = useKeptSettings(state => state.settings.mailTmApi)
  const sample = sampleFor(location.origin)
  return (
    <div className={styles.about}>
      <p>网页上能做的，程序都能做：新建地址、等信、取验证码、发信、管域名和卡密。</p>
      <div className={styles.sample}>
        <pre>{sample}</pre>
        <CopyIcon text={sample} label="复制示例" />
      </div>
      <ul>
        <li>
          每个调用的参数、回答和错误写在 <a href={outside.openApi}>openapi.json</a>
          ，各种语言的客户端都能由它生成。
        </li>
        <li>
          登录后在<Link to={userPath('interface')}>“接口”页</Link>有接口密钥、能直接运行的示例，还能当场试。
        </li>
        {mailTm && <li>为 mail.tm 写的程序，换个网址就能用。</li>}
      </ul>
    </div>
  )
}
