/**
 * antd in our colours and language. Stands around the pages that use antd, not at the root, so that /home need not carry
 * it. The colours are read from tokens.css, which stays the only place where they are written.
 */
import { App, theme as antdTheme, ConfigProvider, type ThemeConfig } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { Calendar, ChevronDown, CircleX, LoaderCircle, X } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import buttonStyles from './button.module.css'
import { type Theme, useTheme } from './theme.ts'
import './antd.css'

dayjs.locale('zh-cn')

function themeOf(theme: Theme): ThemeConfig {
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
      controlHeight: 36,
      controlHeightLG: 40,
      controlHeightSM: 28,
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

/** Of our icon set. antd's own are read out by their English names. */
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
  const config = useMemo(() => themeOf(theme), [theme])
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
