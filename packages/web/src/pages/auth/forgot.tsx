import { useSettingsStore } from '../../store/settings.ts'
import styles from './page.module.css'

/** Help for a forgotten password. Nothing is promised that the site cannot do. */
export function Forgot() {
  const complaint = useSettingsStore(state => state.settings.complaint)
  return (
    <div className={styles.help}>
      <section>
        <h2>系统账号</h2>
        <p>
          请管理员在“系统账号”里重置，新密码只显示一次。两步验证的手机丢了，用一个备用码登录；备用码也没有，同样找管理员关掉。
        </p>
      </section>
      <section>
        <h2>邮箱账号</h2>
        <p>请开通这个邮箱的人，或者管理员，给它换一个密码。</p>
      </section>
      <section>
        <h2>管理员自己</h2>
        <p>
          在服务器的程序目录里运行 <code>npm run yanshu -- reset-password 用户名</code>，会显示一个新密码。
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
