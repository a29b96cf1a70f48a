/** The words of the guide, and where each step is done. */
import type { GuideState, GuideStep, GuideStepName } from '@yanshu/contract'
import { domainPath, storePath, userPath } from '../../../../site/paths.ts'
import { settingPath } from '../../../../site/setting-path.ts'

export const stepNames: Readonly<Record<GuideStepName, string>> = {
  password: '密码与两步验证',
  address: '站点名称与公网地址',
  mailHost: '收信主机（A、PTR）',
  portIn: '25 端口',
  certificate: '证书',
  domain: '第一个域名的解析',
  firstMail: '从外面收到第一封信',
  sending: '发信（DKIM、中继）',
  store: '开店',
}

type Way = { readonly label: string; readonly to: string }

/** Names are shown in DNS settings before they are found in DNS: the same place serves both. */
export function wayOf({ name, domainId }: GuideStep): Way {
  switch (name) {
    case 'password':
      return { label: '去设置', to: settingPath({}) }
    case 'address':
      return { label: '去填', to: settingPath({ tab: 'site', field: 'publicUrl' }) }
    case 'mailHost':
      return { label: '去填', to: settingPath({ tab: 'site', field: 'mailHost' }) }
    case 'portIn':
    case 'certificate':
      return { label: '看服务器', to: domainPath({ view: 'server' }) }
    case 'domain':
      return domainId === null
        ? { label: '加域名', to: domainPath({}) }
        : { label: '打开域名', to: domainPath({ domain: domainId }) }
    case 'firstMail':
      return { label: '建个地址', to: userPath('emailAccount') }
    case 'sending':
      return { label: '设中继', to: settingPath({ tab: 'sending' }) }
    case 'store':
      return { label: '开始', to: domainPath({}) }
  }
}

/** Where the parts of a store are set up, by what was found of them. */
export const storeWays: Readonly<Record<string, string>> = {
  soldNone: domainPath({}),
  plansNone: `${userPath('card')}?tab=plans`,
  waysNone: settingPath({ tab: 'site', group: 'payment' }),
  gatewayOutOfReach: settingPath({ tab: 'site', field: 'publicUrl' }),
  openAndSold: domainPath({}),
  storeClosed: settingPath({ tab: 'site', field: 'store' }),
  orderNone: storePath({}),
}

/** A store is a wish, not a part of a mail server. */
export const neededSteps = (steps: readonly GuideStep[]): GuideStep[] => steps.filter(step => !step.optional)

const isState =
  (...states: GuideState[]) =>
  ({ state }: GuideStep): boolean =>
    states.includes(state)

export const isOver = isState('done', 'skipped')
export const isComplete = (steps: readonly GuideStep[]): boolean => neededSteps(steps).every(isOver)

/** The step that is to be done now: the first that broke, else the first that is left. */
export const stepForNow = (steps: readonly GuideStep[]): GuideStepName | null =>
  (neededSteps(steps).find(isState('broken')) ?? neededSteps(steps).find(isState('todo')))?.name ?? null

export function headline(steps: readonly GuideStep[]): string {
  const needed = neededSteps(steps)
  if (needed.some(isState('looking'))) return '正在看办到哪里了'
  const broken = needed.filter(isState('broken'))
  if (broken.length > 0) return `${broken.map(({ name }) => stepNames[name]).join('、')}又不对了`
  const left = needed.filter(isState('todo'))
  const mailCame = needed.some(step => step.name === 'firstMail' && isOver(step))
  if (left.length > 0) return mailCame ? `还差 ${left.length} 步` : `还收不到外面的信：差 ${left.length} 步`
  const unknown = needed.filter(isState('unknown')).length
  return unknown > 0 ? `能办的都办了，${unknown} 步从里面看不出来` : '开站办好了'
}

export function doneText(steps: readonly GuideStep[]): string {
  const needed = neededSteps(steps)
  const skipped = needed.filter(isState('skipped')).length
  const done = needed.length - skipped
  return `开站办好了，${done} 步齐全${skipped > 0 ? `，${skipped} 步跳过` : ''}`
}
