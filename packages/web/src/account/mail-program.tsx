/**
 * Shows the settings that a mail program needs: servers, ports, name, and a profile that sets up Apple's
 * devices.
 */

import { useQuery } from '@tanstack/react-query'
import type { AnswerOf, Calls } from '@yanshu/contract'
import { Download } from 'lucide-react'
import { api } from '../api/index.ts'
import { ButtonLink } from '../ui/button.tsx'
import { CopyIcon } from '../ui/copy-button.tsx'
import { QrStamp } from '../ui/qr-stamp.tsx'
import { clientSettingKeys } from './account-keys.ts'
import styles from './mail-program.module.css'

export type ClientSetting = AnswerOf<Calls['getClientSetting']>

/** The link of a profile is valid for half an hour, so an older answer is asked for again. */
const freshMs = 10 * 60_000

export function useClientSetting(id: string | null) {
  return useQuery({
    queryKey: clientSettingKeys.of(id),
    queryFn: ({ signal }) => api.getClientSetting({ query: { id: id ?? '' } }, { signal }),
    enabled: id !== null,
    staleTime: freshMs,
    gcTime: freshMs,
  })
}

const securityNames = { tls: 'SSL/TLS', starttls: 'STARTTLS' }

export function MailProgram({ setting }: { setting: ClientSetting }) {
  const { imap, incoming, outgoing, profileUrl } = setting
  if (!imap && !incoming && !outgoing) return null
  return (
    <>
      <dl className={styles.rows}>
        {imap && <Server name="收信服务器（IMAP）" server={imap} />}
        {incoming && <Server name="收信服务器（POP3）" server={incoming} />}
        {outgoing && <Server name="发信服务器（SMTP）" server={outgoing} />}
        <Row name="用户名" value={setting.address} />
        <div>
          <dt>密码</dt>
          <dd>应用密码，或这个邮箱的密码</dd>
        </div>
      </dl>
      {profileUrl && <AppleProfile url={new URL(profileUrl, window.location.origin).href} />}
    </>
  )
}

function Server({ name, server }: { name: string; server: NonNullable<ClientSetting['incoming']> }) {
  return (
    <>
      <Row name={name} value={server.host} />
      {server.ports.map(({ port, security }) => (
        <Row key={port} name={`端口（${securityNames[security]}）`} value={String(port)} />
      ))}
    </>
  )
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code>{value}</code>
        <CopyIcon text={value} label={`复制${name}`} />
      </dd>
    </div>
  )
}

function AppleProfile({ url }: { url: string }) {
  return (
    <div className={styles.apple}>
      <QrStamp text={url} label="描述文件的二维码" size={128} />
      <div>
        <p>iPhone、iPad、Mac：扫码或下载描述文件，在系统设置里安装，只要输入密码。</p>
        <p className="small muted">链接半小时内有效，里面没有密码。</p>
        <ButtonLink to={url} reloadDocument icon={<Download aria-hidden />} size="small">
          下载描述文件
        </ButtonLink>
      </div>
    </div>
  )
}
