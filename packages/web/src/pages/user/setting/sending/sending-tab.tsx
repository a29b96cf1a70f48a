/** Everything about one's own sending: name and signature, forwarding, automatic answers; and, for an admin, the relays mail leaves by. */
import { usePermission } from '../../../../account/permission.ts'
import { Section } from '../shared/section.tsx'
import { AutoReplyForm } from './auto-reply-form.tsx'
import { ForwardingForm } from './forwarding-form.tsx'
import { Relays } from './relays.tsx'
import { SignatureForm } from './signature-form.tsx'

export function SendingTab() {
  const { role } = usePermission()
  return (
    <>
      <Section title="名字和签名" says="写信时自动带上，发出前都可以改。">
        <SignatureForm />
      </Section>
      <Section title="转发" says="收到的信自动转到别处。垃圾邮件不转；转发出去的也算在每天的发信数里。">
        <ForwardingForm />
      </Section>
      <Section
        title="自动回复"
        says="不在的时候替你答复。同一个人七天内只回一次；群发、订阅、自动发出的信和垃圾邮件不回。"
      >
        <AutoReplyForm />
      </Section>
      {role === 'admin' && (
        <Section
          title="中继"
          says="许多主机不能用 25 端口往外发信。填一个替你发信的服务器，全站或某个域名的信就从它那里走。"
        >
          <Relays />
        </Section>
      )}
    </>
  )
}
