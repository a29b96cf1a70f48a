import type { Webhook } from '@yanshu/contract'
import { CircleCheck, CircleDashed, CircleOff, CircleX, Clock } from 'lucide-react'
import { StateWord } from '../../ui/state-word.tsx'

type State = NonNullable<Webhook['lastState']>

const looks = {
  done: { tone: 'good', icon: CircleCheck },
  failed: { tone: 'bad', icon: CircleX },
  waiting: { tone: 'wait', icon: Clock },
} as const satisfies Record<State, { tone: string; icon: typeof Clock }>

export const entryStates: Readonly<Record<State, string>> = {
  done: '已送到',
  failed: '没送到',
  waiting: '还在送',
}

const lastStates: Readonly<Record<State, string>> = {
  done: '上次送到了',
  failed: '上次没送到',
  waiting: '还在送',
}

export function DeliveryState({ state, says }: { state: State; says: string }) {
  const { tone, icon: Icon } = looks[state]
  return (
    <StateWord tone={tone} icon={<Icon aria-hidden />}>
      {says}
    </StateWord>
  )
}

/** Shows the outcome of the last notification, unless the hook is off. */
export function LastState({ hook }: { hook: Pick<Webhook, 'enabled' | 'lastState'> }) {
  if (!hook.enabled) return <StateWord icon={<CircleOff aria-hidden />}>已停用</StateWord>
  if (hook.lastState === null) return <StateWord icon={<CircleDashed aria-hidden />}>还没发过</StateWord>
  return <DeliveryState state={hook.lastState} says={lastStates[hook.lastState]} />
}
