/** The account with the authority: who signs, under which account, how names are proved. */
import type { Authority } from '@yanshu/contract'
import { ButtonLink } from '../../../../ui/button.tsx'
import { fullTime } from '../../../../ui/time-text.ts'
import styles from './certificate-tab.module.css'
import { authorityName, ways } from './certificate-words.ts'

const accountName = (url: string): string => {
  const path = URL.parse(url)?.pathname ?? ''
  return path === '' ? '还没有' : path.split('/').slice(-2).join('/')
}

export function AuthorityPart({ authority, now }: { authority: Authority; now: Date }) {
  const { account, contact, way, on, terms, said, advice, nextAt } = authority
  const lines: readonly (readonly [string, string])[] = [
    ['签发方', authorityName(authority)],
    ['账户', accountName(account)],
    ['联系邮箱', contact === '' ? '没有填' : contact],
    ['怎样验证', ways[way]],
    ['条款', terms ? '已同意' : '还没有同意'],
    ['自动申请', on ? '开着' : '关着'],
  ]
  return (
    <section className={styles.account} aria-label="签发账户">
      <h2>签发账户</h2>
      <p className={styles.intro}>所有名字共用一个账户，签发方凭它认得我们。</p>
      {advice !== '' && (
        <div className={styles.trouble} role="status">
          {said !== '' && (
            <q className={styles.quote} lang="en">
              {said}
            </q>
          )}
          <p>{advice}</p>
          {nextAt !== null && <p className="small muted">下次 {fullTime(nextAt, now)} 再试</p>}
        </div>
      )}
      <dl>
        {lines.map(([term, says]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
      <ButtonLink to="/user/setting?tab=site&group=certificate">改设置</ButtonLink>
    </section>
  )
}
