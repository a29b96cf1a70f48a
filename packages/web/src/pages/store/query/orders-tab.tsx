/**
 * Finding orders again: those made in this browser, and by phone. The phone alone shows masked rows; with the query
 * password each row opens, with everything that can still be done about it and who has looked at it.
 */
import { Form, Input } from 'antd'
import { useState } from 'react'
import { useSubmit } from '../../../api/form.ts'
import { api } from '../../../api/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawing } from '../../../ui/empty-drawings.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { Bones, Empty } from '../../../ui/states.tsx'
import { phoneFault } from '../shared/phone-number.ts'
import { BeforeSearch } from './before-search.tsx'
import type { Found, Proof } from './found.ts'
import { FoundOrder } from './found-order.tsx'
import styles from './orders-tab.module.css'

type Values = { phone: string; password?: string; orderNo?: string }

export function OrdersTab({ wanted }: { wanted: string }) {
  const [form] = Form.useForm<Values>()
  const [found, setFound] = useState<{ list: readonly Found[]; numbered: boolean; proof: Proof } | null>(null)
  const ask = async ({ phone, password = '', orderNo = '' }: Values) => {
    // The results of another phone or password do not answer this search.
    setFound(null)
    const { list } = await api.queryOrder({
      query: { phone, ...(orderNo.trim() !== '' && { orderNo: orderNo.trim() }) },
      // A URL is kept by what it passes on its way.
      ...(password !== '' && { headers: { 'x-query-password': password } }),
    })
    setFound({ list, numbered: orderNo.trim() !== '', proof: { phone, password } })
  }
  const { submit, busy, failure, setFailure } = useSubmit(form, ask)
  return (
    <div className={styles.columns}>
      <div>
        <Form<Values>
          form={form}
          layout="vertical"
          initialValues={{ orderNo: wanted }}
          onFinish={submit}
          onValuesChange={changed => {
            setFailure(null)
            if ('phone' in changed) setFound(null)
          }}
        >
          <Form.Item
            name="phone"
            label="手机号"
            validateTrigger="onBlur"
            rules={[
              {
                validator: (_, typed: string | undefined) => {
                  const fault = phoneFault(typed ?? '', 'any')
                  return fault === null ? Promise.resolve() : Promise.reject(new Error(fault))
                },
              },
            ]}
          >
            <Input inputMode="tel" autoComplete="tel" maxLength={24} />
          </Form.Item>
          <Form.Item name="password" label="查询密码" extra="下单时设的；不填只能看到打码的订单">
            <PasswordInput autoComplete="current-password" />
          </Form.Item>
          <Form.Item name="orderNo" label="订单号" extra="可以不填">
            <Input className="mono" autoComplete="off" autoCapitalize="characters" maxLength={64} />
          </Form.Item>
          <Failure text={failure} />
          <Button kind="primary" size="large" block type="submit" busy={busy}>
            查订单
          </Button>
        </Form>
      </div>
      <section aria-label="查到的订单" aria-live="polite">
        {found === null && !busy && <BeforeSearch />}
        {found === null && busy && <Bones lines={4} />}
        {found?.list.length === 0 && (
          <Empty
            drawing={<Drawing of="search" />}
            text={found.numbered ? '这个手机号下没有这个订单号。' : '这个手机号下没有订单。'}
          />
        )}
        {found && found.list.length > 0 && (
          <>
            {found.proof.password === '' && (
              <p className={styles.before}>
                共 {found.list.length} 单，内容打了码。填上查询密码再查一次，就能看全、取邮箱。
              </p>
            )}
            <ul className={styles.list}>
              {found.list.map(row => (
                <li key={`${row.createdAt} ${row.orderNo}`}>
                  <FoundOrder
                    row={row}
                    proof={found.proof}
                    start={found.list.length === 1 && row.order !== null}
                    onChange={order =>
                      setFound(known =>
                        known === null
                          ? null
                          : {
                              ...known,
                              list: known.list.map(one =>
                                one.order?.orderNo === order.orderNo
                                  ? { ...one, status: order.status, order }
                                  : one,
                              ),
                            },
                      )
                    }
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </div>
  )
}
