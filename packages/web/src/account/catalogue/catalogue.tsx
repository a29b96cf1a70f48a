/**
 * The goods on every domain that the caller sells on: first the domain, then its plans and names. The choice
 * is in the URL.
 */
import { Select } from 'antd'
import { CircleCheck, CircleSlash } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { ErrorState } from '../../api/error-state.tsx'
import { domainPath } from '../../site/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Drawing } from '../../ui/empty-drawings.tsx'
import { StateWord } from '../../ui/state-word.tsx'
import { Bones, Empty } from '../../ui/states.tsx'
import styles from './catalogue.module.css'
import { DomainPlans } from './domain-plans.tsx'
import { useOwnDomains } from './queries.ts'

export function Catalogue() {
  const [params, setParams] = useSearchParams()
  const { data: domains, error, refetch } = useOwnDomains()
  if (!domains) return error ? <ErrorState error={error} retry={() => void refetch()} /> : <Bones />
  const chosen = domains.find(({ id }) => id === params.get('domain')) ?? domains[0]
  if (!chosen)
    return (
      <Empty drawing={<Drawing of="domains" />} text="还没有能用的域名。先添加一个，证明归属，再来定价。">
        <ButtonLink size="small" to={domainPath({})}>
          去添加域名
        </ButtonLink>
      </Empty>
    )
  return (
    <>
      <div className={styles.choose}>
        <Select
          aria-label="域名"
          className={styles.select ?? ''}
          value={chosen.id}
          options={domains.map(({ id, name }) => ({
            value: id,
            label: `@${name}`,
          }))}
          onChange={id => setParams({ tab: 'plans', domain: id }, { replace: true })}
        />
        {chosen.store ? (
          <StateWord tone="good" icon={<CircleCheck aria-hidden />}>
            在商店出售
          </StateWord>
        ) : (
          <StateWord icon={<CircleSlash aria-hidden />}>没有在卖，到域名页打开“在商店出售”</StateWord>
        )}
      </div>
      <DomainPlans key={chosen.id} domainId={chosen.id} />
    </>
  )
}
