/**
 * Gives antd our colours and language. It surrounds only the pages that use antd, so that /home does not load
 * it. The colours come from tokens.css, the only place that defines them.
 */
import { App, theme as antdTheme, ConfigProvider, type ThemeConfig } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { Calendar, ChevronDown, CircleX, LoaderCircle, X } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import buttonStyles from './button.module.css'
import { type Theme, useTheme } from './theme.ts'
import { PHONE, useMedia } from './use-media.ts'
import './antd.css'

dayjs.locale('zh-cn')

function themeOf(theme: Theme, phone: boolean): ThemeConfig {
  const page = getComputedStyle(document.documentElement)
  const token = (name: string) => page.getPropertyValue(`--${name}`).trim()
  return {
    algorithm: theme === 'dark' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    token: {
      colorPrimary: token('indigo'),
      colorPrimaryHover: token('indigo-hover'),
      colorPrimaryActive: token('indigo-hover'),
      colorLink: token('indigo'),
      colorLinkHover: token('indigo-hover'),
      colorError: token('bad'),
      colorErrorText: token('bad-ink'),
      colorSuccess: token('good'),
      colorWarning: token('wait'),
      colorBgLayout: token('paper'),
      colorBgContainer: token('sheet'),
      colorBgElevated: token('sheet'),
      colorText: token('ink'),
      colorTextSecondary: token('ink-2'),
      colorTextTertiary: token('ink-2'),
      colorTextDescription: token('ink-2'),
      colorTextPlaceholder: token('ink-2'),
      colorTextLightSolid: token('on-indigo'),
      colorBorder: token('rule-strong'),
      colorBorderSecondary: token('rule'),
      colorSplit: token('rule'),
      colorFillTertiary: token('wash'),
      colorFillSecondary: token('wash-deep'),
      controlItemBgHover: token('wash'),
      controlItemBgActive: token('indigo-soft'),
      controlItemBgActiveHover: token('indigo-soft'),
      borderRadius: 8,
      borderRadiusLG: 10,
      fontSize: 14,
      lineHeight: 1.6,
      // A finger needs 44 pixels.
      controlHeight: phone ? 44 : 36,
      controlHeightLG: phone ? 44 : 40,
      controlHeightSM: phone ? 44 : 28,
      fontFamily: token('sans'),
      fontFamilyCode: token('mono'),
      boxShadowSecondary: token('shadow-float'),
      motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
      motionDurationFast: token('fast'),
      motionDurationMid: token('base'),
      motionDurationSlow: token('slow'),
    },
    components: {
      Button: { fontWeight: 500, primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
      Input: { activeShadow: token('focus'), errorActiveShadow: token('focus') },
      InputNumber: { activeShadow: token('focus') },
      Select: { activeOutlineColor: 'transparent', optionSelectedColor: token('indigo') },
      Form: { labelFontSize: 13, verticalLabelPadding: '0 0 6px', itemMarginBottom: 20 },
      Drawer: { colorBgElevated: token('sheet') },
      Modal: { contentBg: token('sheet'), headerBg: token('sheet') },
      Table: {
        headerBg: 'transparent',
        headerColor: token('ink-2'),
        headerSplitColor: 'transparent',
        headerSortActiveBg: 'transparent',
        headerSortHoverBg: token('wash'),
        bodySortBg: 'transparent',
        rowHoverBg: token('wash'),
        rowSelectedBg: token('indigo-soft'),
        rowSelectedHoverBg: token('indigo-soft'),
        cellPaddingInlineSM: 12,
        cellPaddingBlockSM: 8,
        cellFontSizeSM: 13,
      },
    },
  }
}

/** Icons of our own set, because screen readers read antd's icons by their English names. */
const icons = {
  drawer: { closeIcon: <X aria-hidden /> },
  modal: { closeIcon: <X aria-hidden /> },
  select: {
    suffixIcon: <ChevronDown aria-hidden />,
    removeIcon: <X aria-hidden />,
    loadingIcon: <LoaderCircle className={buttonStyles.turning} aria-hidden />,
  },
  datePicker: { suffixIcon: <Calendar aria-hidden />, clearIcon: <CircleX aria-hidden /> },
}

export function AntdRoot({ children }: { children: ReactNode }) {
  const theme = useTheme(state => state.theme)
  const phone = useMedia(PHONE)
  const config = useMemo(() => themeOf(theme, phone), [theme, phone])
  return (
    <ConfigProvider
      locale={zhCN}
      theme={config}
      wave={{ disabled: true }}
      button={{
        autoInsertSpace: false,
        loadingIcon: <LoaderCircle className={buttonStyles.turning} aria-hidden />,
      }}
      {...icons}
      form={{ requiredMark: false, scrollToFirstError: { block: 'center', focus: true } }}
    >
      <App component={false}>{children}</App>
    </ConfigProvider>
  )
}
