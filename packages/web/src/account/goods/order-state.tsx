import type { OrderState } from '@yanshu/contract'
import { Ban, CircleCheck, CircleDot, Clock, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { StateWord } from '../../ui/state-word.tsx'
import { orderStateNames } from './words.ts'

const looks: Readonly<Record<OrderState, { tone: 'plain' | 'good' | 'wait' | 'bad'; icon: ReactNode }>> = {
  pending: { tone: 'wait', icon: <Clock aria-hidden /> },
  paid: { tone: 'wait', icon: <CircleDot aria-hidden /> },
  done: { tone: 'good', icon: <CircleCheck aria-hidden /> },
  closed: { tone: 'plain', icon: <Ban aria-hidden /> },
  refunded: { tone: 'plain', icon: <Undo2 aria-hidden /> },
}

export function OrderStateWord({ state }: { state: OrderState }) {
  return <StateWord {...looks[state]}>{orderStateNames[state]}</StateWord>
}
