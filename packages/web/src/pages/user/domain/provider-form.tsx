/** Asks for the provider of the domain's DNS and the key that lets us write there. */
import type { DnsProvider } from '@yanshu/contract'
import { dnsProviders } from '@yanshu/contract/calls/domain'
import { Checkbox, Form, Input, Radio, Select } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import styles from './auto-set-drawer.module.css'
import { providerNames } from './words.ts'

export type Access = {
  provider: DnsProvider
  /** Left out where the kept ones are meant. */
  credentials: Record<string, string> | undefined
  remember: boolean
}

type Field = { name: string; label: string; placeholder?: string; secret?: true; options?: readonly string[] }

const fields: Readonly<Record<DnsProvider, { help: string; fields: readonly Field[] }>> = {
  cloudflare: {
    help: '在 Cloudflare 的“我的个人资料 → API 令牌”里用“编辑区域 DNS”模板建一个，只选这个域名。',
    fields: [{ name: 'token', label: 'API 令牌', secret: true }],
  },
  aliyun: {
    help: '在阿里云的访问控制里建一个只有云解析权限（AliyunDNSFullAccess）的子用户，用它的密钥。',
    fields: [
      { name: 'accessKeyId', label: 'AccessKey ID' },
      { name: 'accessKeySecret', label: 'AccessKey Secret', secret: true },
    ],
  },
  dnspod: {
    help: '在腾讯云的访问管理里建一个只有 DNSPod 权限（QcloudDNSPodFullAccess）的子用户，用它的密钥。',
    fields: [
      { name: 'secretId', label: 'SecretId' },
      { name: 'secretKey', label: 'SecretKey', secret: true },
    ],
  },
  rfc2136: {
    help: 'BIND、Knot、PowerDNS 等自建的域名服务器，用允许更新这个区域的 TSIG 密钥。',
    fields: [
      { name: 'server', label: '域名服务器', placeholder: 'ns1.example.com' },
      { name: 'keyName', label: '密钥名' },
      { name: 'secret', label: '密钥（base64）', secret: true },
      { name: 'algorithm', label: '算法', options: ['hmac-sha256', 'hmac-sha384', 'hmac-sha512'] },
    ],
  },
}

type ProviderFormProps = {
  domain: string
  remembered: DnsProvider | null
  /** Only this provider makes sense. */
  only?: DnsProvider
  action: string
  onSubmit: (access: Access) => Promise<void>
  children?: ReactNode
}

export function ProviderForm({ domain, remembered, only, action, onSubmit, children }: ProviderFormProps) {
  const [form] = Form.useForm<Record<string, string>>()
  const formId = useId()
  const [provider, setProvider] = useState<DnsProvider>(only ?? remembered ?? 'cloudflare')
  const [remember, setRemember] = useState(false)
  const [renewing, setRenewing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const kept = remembered === provider && !renewing
  const shape = fields[provider]

  const send = async (values: Record<string, string>) => {
    setBusy(true)
    setFailure(null)
    try {
      await onSubmit({ provider, credentials: kept ? undefined : values, remember })
    } catch (error) {
      const atFields = error instanceof ApiError ? error.fields.credentials : undefined
      setFailure(atFields ?? messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.steps}>
      <div className={styles.scroll}>
        {children}
        {only === undefined && (
          <>
            <p className={styles.lead}>{domain} 的 DNS 在哪里管理</p>
            <Radio.Group
              className={styles.providers ?? ''}
              value={provider}
              onChange={event => {
                setProvider(event.target.value as DnsProvider)
                setFailure(null)
              }}
              options={dnsProviders.map(value => ({ value, label: providerNames[value] }))}
            />
          </>
        )}
        {kept ? (
          <p className={styles.lead}>
            用上次加密保存的{providerNames[provider]}密钥。
            <Button kind="link" size="small" onClick={() => setRenewing(true)}>
              换一个
            </Button>
          </p>
        ) : (
          <p className={styles.help}>{shape.help}</p>
        )}
        <Form
          form={form}
          id={formId}
          layout="vertical"
          requiredMark={false}
          onFinish={values => void send(values)}
          key={provider}
          initialValues={{ algorithm: 'hmac-sha256' }}
        >
          {!kept &&
            shape.fields.map(field => (
              <Form.Item
                key={field.name}
                name={field.name}
                label={field.label}
                rules={[{ required: true, whitespace: true, message: `请填写${field.label}` }]}
              >
                {field.options ? (
                  <Select options={field.options.map(value => ({ value, label: value }))} />
                ) : field.secret ? (
                  <Input.Password autoComplete="off" />
                ) : (
                  <Input
                    className="mono"
                    autoComplete="off"
                    spellCheck={false}
                    placeholder={field.placeholder ?? ''}
                  />
                )}
              </Form.Item>
            ))}
        </Form>
        {!kept && only === undefined && (
          <Checkbox checked={remember} onChange={event => setRemember(event.target.checked)}>
            加密保存，下次不用再填
          </Checkbox>
        )}
        {!kept && !remember && (
          <p className={styles.help} style={{ marginTop: 8 }}>
            不勾选就只用这一次，不会保存。
          </p>
        )}
      </div>
      <div className={styles.foot}>
        <Failure text={failure} />
        <Button kind="primary" type="submit" form={formId} busy={busy}>
          {action}
        </Button>
      </div>
    </div>
  )
}
