/** How other servers fared that brought us mail over TLS. */
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { numberText } from '../../../../ui/number-text.ts'
import { StateWord } from '../../../../ui/state-word.tsx'
import { shortTime } from '../../../../ui/time-text.ts'
import { useNow } from '../../../../ui/use-now.ts'
import styles from './reports.module.css'
import { Spark } from './spark.tsx'
import { failureText, type TlsHost } from './words.ts'

const quietMs = 3 * 86_400_000

export function TlsTable({ hosts }: { hosts: readonly TlsHost[] }) {
  const now = useNow(60_000)
  const failed = hosts.filter(host => host.failed > 0).length
  return (
    <section className={styles.part} aria-label="别人加密送信来时">
      <header>
        <h3>别人加密送信来时</h3>
        <span className="small muted">{failed === 0 ? '没有人报告过失败' : `${failed} 台主机有过失败`}</span>
      </header>
      <table className={styles.tls}>
        <thead>
          <tr>
            <th scope="col">收信主机</th>
            <th scope="col" className={styles.num}>
              成功
            </th>
            <th scope="col" className={styles.num}>
              失败
            </th>
            <th scope="col">每天的失败</th>
            <th scope="col">为什么</th>
            <th scope="col">现在</th>
          </tr>
        </thead>
        <tbody>
          {hosts.map(({ host, good, failed: bad, failedPerDay, reasons, lastFailedOn }) => {
            const isOver = lastFailedOn === null || now.getTime() - Date.parse(lastFailedOn) > quietMs
            return (
              <tr key={host}>
                <td className="mono">{host === '' ? '没有说是哪台' : host}</td>
                <td className={styles.num} data-name="成功">
                  {numberText(good)}
                </td>
                <td className={styles.num} data-name="失败">
                  {numberText(bad)}
                </td>
                <td>{bad > 0 && <Spark values={failedPerDay} tone="fail" />}</td>
                <td>
                  {reasons.map(({ failure, sessions, orgs }) => (
                    <div key={failure}>
                      {failureText(failure)}
                      <small>
                        {numberText(sessions)} 次，{orgs.join('、')} 报的
                      </small>
                    </div>
                  ))}
                </td>
                <td>
                  {isOver ? (
                    <StateWord tone="good" icon={<CircleCheck aria-hidden />}>
                      正常
                    </StateWord>
                  ) : (
                    <StateWord tone="bad" icon={<TriangleAlert aria-hidden />}>
                      {lastFailedOn === null ? '' : `${shortTime(lastFailedOn, now)}还有`}
                    </StateWord>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
