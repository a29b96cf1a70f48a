/** Enters with a card code: shows its worth, lets the visitor choose, and redeems it. */
import { groupCardCode, isWholeCardCode, parseCardCode } from '@yanshu/contract/card-code'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { useSubmit } from '../../api/form.ts'
import { api } from '../../api/index.ts'
import { withProof } from '../../api/proof.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { CardRedeem } from './card-redeem.tsx'
import type { CardWorth } from './card-worth.ts'
import { ProofBar } from './proof-bar.tsx'

/** Reports a typo before the server is asked. */
function faultOf(typed: string): string | null {
  if (!isWholeCardCode(typed)) return '卡密是 16 位字母和数字'
  return parseCardCode(typed) === null ? '卡密有误，请检查有没有输错' : null
}

type CardFormProps = {
  /** Handles the token; on /auth the default is to enter the user area. */
  onToken?: (token: string) => Promise<void>
  /** The page's new topic after the card was redeemed; null before. */
  onStage?: (title: string | null) => void
}

export function CardForm({ onToken, onStage }: CardFormProps) {
  const [form] = Form.useForm<{ code: string }>()
  const [proof, setProof] = useState<number | null>(null)
  const [found, setFound] = useState<{ code: string; card: CardWorth } | null>(null)
  const { submit, busy, failure, setFailure } = useSubmit(form, async ({ code }) => {
    const { card } = await withProof('verCard', given => api.verCard({ body: { code, ...given } }), setProof)
    setFound({ code, card })
  })
  if (found)
    return (
      <CardRedeem
        code={found.code}
        card={found.card}
        onBack={() => setFound(null)}
        onToken={onToken}
        onStage={onStage}
      />
    )
  return (
    <Form form={form} layout="vertical" onFinish={submit} onValuesChange={() => setFailure(null)}>
      <Form.Item
        name="code"
        label="卡密"
        extra="自动分段，大小写都行"
        normalize={(typed: string) => groupCardCode(typed)}
        validateTrigger="onBlur"
        rules={[
          {
            validator: (_, value: string | undefined) => {
              const fault = faultOf(value ?? '')
              return fault === null ? Promise.resolve() : Promise.reject(new Error(fault))
            },
          },
        ]}
      >
        <Input
          className="mono"
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          placeholder="XXXX-XXXX-XXXX-XXXX"
        />
      </Form.Item>
      <Failure text={failure} />
      <ProofBar share={proof} />
      <Button kind="primary" size="large" block type="submit" busy={busy}>
        查看卡密
      </Button>
    </Form>
  )
}
