import type { Style } from './set-text.ts'

/** A4, points. */
export const PAGE = { width: 595.28, height: 841.89 }
export const LEFT = 58
export const WIDTH = PAGE.width - 2 * LEFT

/** The site's colours as hex, since PDF has no oklch. */
export const COLORS = {
  paper: '#fbfaf7',
  ink: '#171f30',
  soft: '#4a5364',
  line: '#d8dbe0',
  accent: '#2b4d9c',
  sunken: '#e7edf9',
  vermilion: '#ba2e17',
}

export const STYLES = {
  site: { size: 20, weight: 700, color: COLORS.ink },
  title: { size: 12, weight: 400, color: COLORS.soft, spacing: 1.6 },
  statement: { size: 9, weight: 400, color: COLORS.soft },
  name: { size: 25, weight: 700, color: COLORS.ink },
  label: { size: 7, weight: 400, color: COLORS.soft },
  value: { size: 10, weight: 700, color: COLORS.ink },
  warning: { size: 8, weight: 700, color: COLORS.vermilion },
  listTitle: { size: 9, weight: 700, color: COLORS.accent },
  point: { size: 7, weight: 400, color: COLORS.ink },
  verify: { size: 8, weight: 400, color: COLORS.ink },
  address: { size: 8, weight: 700, color: COLORS.accent },
} satisfies Record<string, Style>
