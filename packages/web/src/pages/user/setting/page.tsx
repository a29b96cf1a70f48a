/**
 * /user/setting: the own password, second factor, log-ins and look; notifications; own preferences; and, for an admin,
 * everything about the site that can be set while it runs. Settings come from the server's list: what they mean is written
 * there.
 */
import { useId } from 'react'
import { useSearchParams } from 'react-router'
import { PageSheet } from '../../../account/page-sheet.tsx'
import { usePermission } from '../../../account/permission.ts'
import { ErrorState } from '../../../api/error-state.tsx'
import { Bones } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { PHONE, useMedia } from '../../../ui/use-media.ts'
import { AccountTab } from './account-tab.tsx'
import { CertificateTab } from './certificate/certificate-tab.tsx'
import { NoticeTab } from './notice/notice-tab.tsx'
import { OwnPicture } from './own-picture.tsx'
import { OwnSettings } from './own-settings.tsx'
import { useSettings } from './queries.ts'
import { SendingTab } from './sending/sending-tab.tsx'
import { HistoryButton, SiteTab } from './site/site-tab.tsx'

const names = {
  account: '账号与安全',
  sending: '发信',
  notice: '通知',
  own: '偏好',
  site: '站点',
  certificate: '证书',
} as const
type Tab = keyof typeof names

/** Tabs that ask for what they show themselves. */
const apart: readonly Tab[] = ['sending', 'notice', 'certificate']

export function Component() {
  const [params, setParams] = useSearchParams()
  const settings = useSettings()
  const { can } = usePermission()
  const panel = useId()
  const phone = useMedia(PHONE)
  const own = settings.data?.list.filter(entry => entry.scope === 'own') ?? []
  const site = settings.data?.list.filter(entry => entry.scope === 'site') ?? []
  const there: Tab[] = [
    'account',
    ...(can.send ? ['sending' as const] : []),
    'notice',
    ...(own.length > 0 ? ['own' as const] : []),
    ...(site.length > 0 ? ['site' as const, 'certificate' as const] : []),
  ]
  const tab = there.find(name => name === params.get('tab')) ?? 'account'
  // On a phone a group of settings has the screen to itself.
  const inGroup = phone && tab === 'site' && (params.has('group') || params.has('field'))
  return (
    <PageSheet title="设置" actions={tab === 'site' && !phone && <HistoryButton />}>
      {!inGroup && (
        <Tabs
          label="设置"
          items={there.map(name => ({ name, label: names[name] }))}
          active={tab}
          onChange={name => setParams(name === 'account' ? {} : { tab: name })}
          panel={panel}
        />
      )}
      <div id={panel} role="tabpanel" aria-label={names[tab]}>
        {tab === 'notice' && <NoticeTab />}
        {tab === 'sending' && <SendingTab />}
        {tab === 'certificate' && <CertificateTab />}
        {!apart.includes(tab) && settings.isPending && <Bones />}
        {!apart.includes(tab) && settings.isError && (
          <ErrorState error={settings.error} retry={() => void settings.refetch()} />
        )}
        {settings.data && tab === 'account' && (
          <AccountTab twoFactor={settings.data.twoFactor} hasPassword={settings.data.hasPassword} />
        )}
        {settings.data && tab === 'own' && (
          <>
            {can.upload && <OwnPicture />}
            <OwnSettings entries={own} />
          </>
        )}
        {settings.data && tab === 'site' && (
          <SiteTab entries={site} groups={settings.data.groups} environment={settings.data.environment} />
        )}
      </div>
    </PageSheet>
  )
}
