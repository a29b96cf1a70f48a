/** Stacked bars by ECharts, in the colours of the theme. Only what bars need of ECharts is in this chunk. */
import { BarChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { type EChartsType, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import type { BarSeries } from './bar-series.ts'
import { axisText, pointText } from './words.ts'

use([BarChart, GridComponent, TooltipComponent, SVGRenderer])

type BarsProps = {
  label: string
  times: readonly string[]
  stepMinutes: number
  series: readonly BarSeries[]
}

/** The value of a colour in the theme that is on. */
const colour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()

const shortNumber = (value: number): string => (value >= 1000 ? `${value / 1000}k` : String(value))

function optionOf({ times, stepMinutes, series }: BarsProps) {
  const [ink, muted, rule, sheet] = ['--ink', '--ink-2', '--rule', '--sheet'].map(colour)
  const everyDay = Math.max(1, Math.round(1440 / stepMinutes))
  return {
    animation: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    animationDuration: 200,
    grid: { left: 4, right: 4, top: 8, bottom: 4, containLabel: true },
    tooltip: {
      trigger: 'axis' as const,
      confine: true,
      axisPointer: { type: 'line' as const, lineStyle: { color: muted, type: 'dashed' as const } },
      backgroundColor: sheet,
      borderColor: rule,
      textStyle: { color: ink, fontSize: 13 },
      formatter: (items: unknown) => {
        const rows = items as { dataIndex: number; seriesName: string; value: number; marker: string }[]
        const head = pointText(times[rows[0]?.dataIndex ?? 0] ?? '', stepMinutes)
        return [
          head,
          ...rows.map(row => `${row.marker}${row.seriesName} ${row.value.toLocaleString('zh-CN')}`),
        ].join('<br>')
      },
    },
    xAxis: {
      type: 'category' as const,
      data: times.map(at => axisText(at, stepMinutes)),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: rule } },
      axisLabel: {
        color: muted,
        interval: (index: number) =>
          stepMinutes >= 1440
            ? index % 5 === 0
            : stepMinutes < 360
              ? index % 4 === 0
              : index % everyDay === 1,
      },
    },
    yAxis: {
      type: 'value' as const,
      minInterval: 1,
      axisLabel: { color: muted, formatter: shortNumber },
      splitLine: { lineStyle: { color: rule } },
    },
    series: series.map(({ name, color, values }) => ({
      type: 'bar' as const,
      stack: 'all',
      name,
      data: values,
      itemStyle: { color: colour(color) },
      barCategoryGap: '24%',
    })),
  }
}

export default function Bars(props: BarsProps) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType | null>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
    chart.current?.setOption(optionOf(props))
  })
  useEffect(() => {
    const element = place.current
    if (!element) return
    const made = init(element, null, { renderer: 'svg' })
    chart.current = made
    made.setOption(optionOf(latest.current))
    const resized = new ResizeObserver(() => made.resize())
    resized.observe(element)
    // Another theme, other colours.
    const themed = new MutationObserver(() => made.setOption(optionOf(latest.current)))
    themed.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    return () => {
      resized.disconnect()
      themed.disconnect()
      made.dispose()
      chart.current = null
    }
  }, [])
  return <div ref={place} role="img" aria-label={props.label} style={{ height: '100%' }} />
}
