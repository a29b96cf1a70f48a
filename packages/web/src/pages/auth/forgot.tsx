import { Link } from 'react-router'
import { usePublicWays } from '../../account/public-ways.ts'
import { useKeptSettings } from '../../api/kept-settings.ts'
import { storePath } from '../../site/paths.ts'
import styles from './page.module.css'

/** Help for a forgotten password. Nothing is promised that the site cannot do. */
export function Forgot() {
  const { store } = usePublicWays()
  const complaint = useKeptSettings(state => state.settings.complaint)
  return (
    <div className={styles.help}>
      <section>
        <h2>系统账号</h2>
        <p>
          请管理员在“系统账号”里重置，新密码只显示一次。两步验证的手机丢了，用一个备用码登录；备用码也没有，同样找管理员关掉。
        </p>
      </section>
      {store && (
        <section>
          <h2>在商店买的邮箱</h2>
          <p>
            到<Link to={storePath({ tab: 'orders' })}>查订单</Link>
            ，填下单时的手机号和查询密码，找到那一单就能重设邮箱密码。查询密码不是邮箱密码，是下单时自己设的。
          </p>
        </section>
      )}
      <section>
        <h2>卡密开的、别人给的邮箱</h2>
        <p>请给你卡密或开通这个邮箱的人换一个密码；找不到他，请管理员换。</p>
      </section>
      <section>
        <h2>临时邮箱</h2>
        <p>没设过密码的，只在打开它的那个浏览器里能用，换了浏览器或清了数据就回不去了。</p>
      </section>
      <section>
        <h2>管理员自己</h2>
        <p>
          在服务器的程序目录里运行 <code>bin/yanshu reset-password 用户名</code>（从源码运行的是{' '}
          <code>npm run yanshu -- reset-password 用户名</code>），会显示一个新密码。
        </p>
      </section>
      {complaint && (
        <p>
          找不到人，可以写信给 <a href={`mailto:${complaint}`}>{complaint}</a>。
        </p>
      )}
    </div>
  )
}
