/** How much the key is used, as bars and as a table, and what the limit means. */
import { usePermission } from '../../../../account/permission.ts'
import { ErrorState } from '../../../../api/error-state.tsx'
import { Bones, Empty } from '../../../../ui/states.tsx'
import { useKey } from '../shared/queries.ts'
import styles from './guide.module.css'
import { Guide, type GuideProps, Part } from './guide.tsx'
import { UsageBars } from './usage-bars.tsx'

const count = (value: number) => value.toLocaleString('zh-CN')

export function UsageGuide({ back }: GuideProps) {
  const { can } = usePermission()
  return (
    <Guide title="用量与限制" back={back}>
      {can.useApi ? <Usage /> : <Empty text="这个账号没有使用接口密钥的权限，请联系管理员开通。" />}
      <Part title="超过限制时">
        <p>
          账号设有每分钟的上限时，用密钥的每个回答都带着 <code>RateLimit-Limit</code>、
          <code>RateLimit-Remaining</code>、<code>RateLimit-Reset</code> 和 <code>RateLimit-Policy</code>
          ：这一分钟最多几次、还剩几次、几秒后重新计。不限次数的账号没有这些。
        </p>
        <p>
          超过后回答 429，<code>error: 1008</code>，<code>Retry-After</code> 说几秒后再试。等一封信用
          waitEmail，不用反复查，只算一次。
        </p>
      </Part>
    </Guide>
  )
}

function Usage() {
  const { data, error, refetch } = useKey()
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Bones lines={4} />
  const total = data.usage.reduce((sum, day) => sum + day.calls, 0)
  const refused = data.usage.reduce((sum, day) => sum + day.refused, 0)
  return (
    <Part title="最近 30 天">
      <dl className={styles.facts}>
        <div>
          <dt>今天</dt>
          <dd>{count(data.usage.at(-1)?.calls ?? 0)}</dd>
        </div>
        <div>
          <dt>30 天</dt>
          <dd>{count(total)}</dd>
        </div>
        <div>
          <dt>因太频繁被拒</dt>
          <dd>{count(refused)}</dd>
        </div>
        <div>
          <dt>这一分钟</dt>
          <dd>
            {count(data.usedThisMinute)}
            {data.perMinute === null ? '' : ` / ${count(data.perMinute)}`}
          </dd>
        </div>
      </dl>
      <UsageBars days={data.usage} />
    </Part>
  )
}
