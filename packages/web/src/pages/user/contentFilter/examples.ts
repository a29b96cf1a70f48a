/** Rules to start from. */
import { emptyDraft, newAction, newCondition, type RuleDraft } from './draft.ts'

export const examples = (): readonly RuleDraft[] => {
  const base = emptyDraft()
  return [
    {
      ...base,
      name: '验证码加星',
      conditions: [newCondition({ field: 'hasCode', operator: 'yes' })],
      actions: [newAction('star')],
    },
    {
      ...base,
      name: '推广信',
      conditions: [
        newCondition({ field: 'header', operator: 'exists', header: 'List-Unsubscribe' }),
        newCondition({ operator: 'oneOf', value: '优惠、满减、限时、促销' }),
        newCondition({ field: 'hasCode', operator: 'no' }),
      ],
      actions: [newAction('move', 'spam'), newAction('read')],
    },
    {
      ...base,
      name: '票据归类',
      conditions: [newCondition({ operator: 'oneOf', value: '发票、账单' })],
      actions: [newAction('label', '票据')],
    },
    {
      ...base,
      name: '拒收冒名',
      conditions: [newCondition({ field: 'dmarc', operator: 'equals', value: 'fail' })],
      actions: [newAction('refuse')],
    },
    {
      ...base,
      name: '大附件',
      conditions: [newCondition({ field: 'size', operator: 'greater', value: '20MB' })],
      actions: [newAction('move', 'trash')],
    },
  ]
}
