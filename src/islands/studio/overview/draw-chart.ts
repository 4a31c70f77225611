import uPlot from 'uplot'
import type { Locale } from '#domain/address/locale-path.ts'
import { dayText } from '#domain/dates/date-text.ts'

export interface ChartData {
  /** `YYYY-MM-DD`, oldest first. */
  days: readonly string[]
  /** One per day; null if nothing was counted. */
  values: readonly (number | null)[]
  /** Bars for events, a line for states. */
  shape: 'bars' | 'line'
  write: (value: number) => string
  locale: Locale
}

export interface Chart {
  destroy(): void
}

const HEIGHT = 200

/**
 * Draws a chart into `room`, at its width, in the colours of the theme. @param onPoint gets the day under the pointer
 */
export function drawChart(
  room: HTMLElement,
  data: ChartData,
  onPoint: (at: number | undefined) => void,
): Chart {
  let plot = plotIn(room, data, onPoint)
  const observer = new ResizeObserver(() => plot.setSize({ width: room.clientWidth, height: HEIGHT }))
  observer.observe(room)
  const theme = matchMedia('(prefers-color-scheme: dark)')
  const redraw = () => {
    plot.destroy()
    plot = plotIn(room, data, onPoint)
  }
  theme.addEventListener('change', redraw)
  return {
    destroy() {
      observer.disconnect()
      theme.removeEventListener('change', redraw)
      plot.destroy()
    },
  }
}

function plotIn(room: HTMLElement, data: ChartData, onPoint: (at: number | undefined) => void): uPlot {
  const { days, values, shape, write, locale } = data
  const colour = (name: string) => colourOf(room, name)
  const font = `13px ${getComputedStyle(room).fontFamily}`
  const axis = { stroke: colour('--ink-soft'), font, ticks: { show: false } }
  const series: uPlot.Series =
    shape === 'bars'
      ? {
          fill: colour('--accent'),
          paths: uPlot.paths.bars!({ size: [0.7, 24], radius: 0.15 }),
          points: { show: false },
        }
      : { stroke: colour('--accent'), width: 2, points: { show: values.filter(Boolean).length < 2 } }
  return new uPlot(
    {
      width: room.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
      scales: { y: { range: (_, __, most) => [0, Math.max(4, most * 1.1)] } },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: 36,
          gap: 12,
          space: 72,
          values: (_, ticks) => ticks.map((seconds) => dayText(locale, new Date(seconds * 1000))),
        },
        {
          ...axis,
          grid: { stroke: colour('--line'), width: 1 },
          size: (_, texts) => 16 + 8 * Math.max(3, ...(texts ?? []).map((text) => text.length)),
          values: (_, ticks) => ticks.map((tick) => (Number.isInteger(tick) ? write(tick) : '')),
        },
      ],
      series: [{}, series],
      hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] },
    },
    [days.map((each) => Date.parse(each) / 1000), [...values]],
    room,
  )
}

/** A canvas does not know custom properties; an element computes their values. */
function colourOf(room: HTMLElement, name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${name})`
  room.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
