/** Push messages to this very browser: a switch, what they are about, and a try. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Checkbox, Switch } from 'antd'
import { Send, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { hookKeys } from '../../../../account/account-keys.ts'
import { api } from '../../../../api/index.ts'
import { canPush } from '../../../../api/service-worker.ts'
import { Button } from '../../../../ui/button.tsx'
import { showError, showToast } from '../../../../ui/toast.ts'
import styles from './push-section.module.css'
import { NotAllowed, subscribe } from './push-subscription.ts'

const failed = (error: unknown): void =>
  showError(
    error instanceof NotAllowed
      ? '浏览器没有允许通知，可在网址栏左边的站点设置里打开'
      : error instanceof DOMException
        ? '这个浏览器现在连不上它的推送服务，请稍后再试'
        : error instanceof Error
          ? error.message
          : '没有成功，请稍后再试',
  )

export function PushSection() {
  const client = useQueryClient()
  const { data } = useQuery({ queryKey: hookKeys.push, queryFn: ({ signal }) => api.getPush({}, { signal }) })
  const [busy, setBusy] = useState(false)
  if (!data) return null
  const act = async (work: () => Promise<unknown>, done?: string) => {
    setBusy(true)
    try {
      await work()
      if (done) showToast(done)
    } catch (error) {
      failed(error)
    } finally {
      setBusy(false)
      await client.invalidateQueries({ queryKey: hookKeys.push })
    }
  }
  const turn = (on: boolean, onlyCode: boolean) =>
    act(() => (on ? subscribe(api, data.publicKey, onlyCode) : api.delPush({ body: {} })))
  return (
    <section className={styles.push} aria-label="推送到这个浏览器">
      <Smartphone className={styles.icon ?? ''} aria-hidden />
      <div className={styles.what}>
        <h2>推送到这个浏览器</h2>
        <p>
          {canPush()
            ? '网页关着也能收到，验证码直接写在通知里。内容只有这个浏览器能解开；退出登录就停。'
            : '这个浏览器不支持，或者网站没有用 https 打开。'}
        </p>
        {data.subscribed && (
          <div className={styles.more}>
            <Checkbox
              checked={data.onlyCode}
              disabled={busy}
              onChange={event => void turn(true, event.target.checked)}
            >
              只在有验证码时
            </Checkbox>
            <Button
              size="small"
              icon={<Send aria-hidden />}
              busy={busy}
              onClick={() => void act(() => api.testPush({ body: {} }), '已发出，马上就到')}
            >
              发一次测试
            </Button>
          </div>
        )}
      </div>
      <Switch
        checked={data.subscribed}
        loading={busy}
        disabled={!canPush() && !data.subscribed}
        aria-label="推送到这个浏览器"
        onChange={on => void turn(on, data.onlyCode)}
      />
    </section>
  )
}
