/** How the nodes of the site are. */
import type { NodeHealth } from '@yanshu/contract'
import dayjs from 'dayjs'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { spanText } from '../../../ui/countdown-text.ts'
import { numberText } from '../../../ui/number-text.ts'
import { StateWord } from '../../../ui/state-word.tsx'
import styles from './section.module.css'
import { Section } from './section.tsx'

type Fact = { name: string; says: string; good: boolean }

const FULL = 85
const SLOW_MS = 200
const BACKLOG = 500
const RENEW_DAYS = 14

function factsOf(node: NodeHealth): Fact[] {
  const certificateDays =
    node.certificateEndsAt === null ? null : dayjs(node.certificateEndsAt).diff(dayjs(), 'day')
  return [
    {
      name: '节点',
      says: node.alive ? '在运行' : `${spanText(dayjs().diff(node.seenAt, 'second'))}没有消息`,
      good: node.alive,
    },
    {
      name: `收信端口 ${node.smtpPort}`,
      says: node.backlog === 0 ? '没有积压' : `积压 ${numberText(node.backlog)} 封`,
      good: node.backlog < BACKLOG,
    },
    { name: '数据库', says: `写入 ${node.writeMs} 毫秒`, good: node.writeMs < SLOW_MS },
    ...(node.diskUsedPercent === null
      ? []
      : [
          {
            name: '磁盘',
            says: `用去 ${node.diskUsedPercent}%，还剩 ${numberText(Math.round((node.diskFreeMb ?? 0) / 1024))} GB`,
            good: node.diskUsedPercent < FULL,
          },
        ]),
    ...(certificateDays === null
      ? []
      : [
          node.certificateSelfSigned
            ? { name: '证书', says: '自签，不被信任', good: false }
            : { name: '证书', says: `还有 ${certificateDays} 天`, good: certificateDays > RENEW_DAYS },
        ]),
    { name: '内存', says: `${numberText(node.memoryMb)} MB`, good: true },
  ]
}

export function Nodes({ nodes }: { nodes: readonly NodeHealth[] }) {
  return (
    <div className={styles.nodes}>
      {nodes.map(node => (
        <Section
          key={node.id}
          title={nodes.length === 1 ? '系统' : node.host}
          beside={
            <span className="small muted">
              已运行 {spanText(dayjs().diff(node.startedAt, 'second'))}，版本 {node.version}
            </span>
          }
        >
          <div className={styles.node}>
            <ul>
              {factsOf(node).map(({ name, says, good }) => (
                <li key={name}>
                  <StateWord
                    tone={good ? 'good' : 'wait'}
                    icon={good ? <CircleCheck aria-hidden /> : <TriangleAlert aria-hidden />}
                  >
                    <span className="sr">{good ? '正常' : '要留意'}</span>
                  </StateWord>
                  <span>{name}</span>
                  <span>{says}</span>
                </li>
              ))}
            </ul>
          </div>
        </Section>
      ))}
    </div>
  )
}
