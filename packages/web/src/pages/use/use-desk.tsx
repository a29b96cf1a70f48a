/** Beside an empty list on /use: what the address is waiting for, and the ways to a first letter. */
import { Bell, Clock, Copy, Send } from 'lucide-react'
import { canNotify, turnDesktopOn, useAlerts } from '../../mail/alerts.ts'
import { ExtendMenu } from '../../mail/shelf/extend-menu.tsx'
import type { ShelfEntry } from '../../mail/shelf/shelf.ts'
import { TestMailButton } from '../../mail/test-mail-button.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { CodeBoxes } from '../../ui/states.tsx'
import styles from './use-desk.module.css'

export function UseDesk({ entry }: { entry: ShelfEntry }) {
  const { desktop } = useAlerts()
  return (
    <section className={styles.desk} aria-label="怎么用这个地址">
      <div className={styles.code}>
        <CodeBoxes />
        <div>
          <h2>等第一个验证码</h2>
          <p className="muted">把地址填到要验证的地方。信一到，码就盖在这里，点一下复制。</p>
        </div>
      </div>
      <ul className={styles.how}>
        <li>
          <Copy aria-hidden />
          <div>
            <b>复制地址，填过去</b>
            <p className="mono">{entry.address}</p>
          </div>
          <CopyButton size="small" text={entry.address} label="复制地址" />
        </li>
        {entry.mailbox && (
          <li>
            <Send aria-hidden />
            <div>
              <b>先试一封</b>
              <p>测试信走真正的收信端口，一两秒就到</p>
            </div>
            <TestMailButton mailbox={entry.mailbox.id} icon={<Send aria-hidden />} />
          </li>
        )}
        {canNotify() && !desktop && (
          <li>
            <Bell aria-hidden />
            <div>
              <b>信到了叫我</b>
              <p>切到别的页面也有系统通知</p>
            </div>
            <Button size="small" onClick={() => void turnDesktopOn()}>
              开提醒
            </Button>
          </li>
        )}
        {entry.expiresAt !== null && (
          <li>
            <Clock aria-hidden />
            <div>
              <b>到点之后</b>
              <p>不再收信，里面的信也看不到了；想留久一点，现在就可以延长</p>
            </div>
            <ExtendMenu
              button={given => (
                <Button size="small" {...given}>
                  延长
                </Button>
              )}
            />
          </li>
        )}
      </ul>
    </section>
  )
}
