import { contrast, hexOf, type Oklch, oklchOf, oklchText, shown } from './oklch.ts'

export const PAPERS = ['warm', 'white', 'cool', 'sand'] as const
export const CORNERS = ['soft', 'sharp', 'round'] as const
export const TYPE_PAIRS = ['gothic', 'mincho', 'rounded'] as const

export interface Look {
  /** `#rrggbb`; empty: ours. */
  accent: string
  paper: (typeof PAPERS)[number]
  corners: (typeof CORNERS)[number]
}

/** Of text, and of what must be seen: https://www.w3.org/TR/WCAG22/#contrast-minimum, #non-text-contrast */
const TEXT = 4.5
const CONTROL = 3
/** What a rounded number may take away. */
const SLACK = 0.05
const STEP = 0.004

/** Hue and chroma of the pages' background: light pages, dark pages. */
const TONES: Record<Look['paper'], { h: number; light: number; dark: number; darkHue: number }> = {
  warm: { h: 95, light: 0.004, dark: 0.018, darkHue: 264 },
  white: { h: 95, light: 0, dark: 0, darkHue: 264 },
  cool: { h: 240, light: 0.006, dark: 0.02, darkHue: 240 },
  sand: { h: 80, light: 0.016, dark: 0.014, darkHue: 70 },
}

/** Lightness of paper, raised paper, sunken paper; as in styles/tokens.css. */
const LIGHT = [0.986, 1, 0.958]
const DARK = [0.165, 0.205, 0.135]

export const OUR_ACCENT = { light: { l: 0.44, c: 0.135, h: 264 }, dark: { l: 0.78, c: 0.1, h: 250 } }

type Scheme = 'light' | 'dark'
type Colors = Record<'paper' | 'raised' | 'sunken' | 'accent' | 'accentInk' | 'accentSoft' | 'focus', Oklch>

/** The colours of light and dark pages. Every text keeps 4.5 : 1 and every control 3 : 1. */
export function colorsOf(look: Pick<Look, 'accent' | 'paper'>): Record<Scheme, Colors> {
  return { light: schemeOf(look, 'light'), dark: schemeOf(look, 'dark') }
}

function schemeOf({ accent: wish, paper: tone }: Pick<Look, 'accent' | 'paper'>, scheme: Scheme): Colors {
  const isLight = scheme === 'light'
  const { h, light, dark, darkHue } = TONES[tone]
  const [paper, raised, sunken] = (isLight ? LIGHT : DARK).map((l) =>
    shown({ l, c: l === 1 ? 0 : isLight ? light : dark, h: isLight ? h : darkHue }),
  ) as [Oklch, Oklch, Oklch]
  const wished = wish ? oklchOf(wish) : OUR_ACCENT[scheme]
  // Dark pages take a lighter, calmer one of the same hue.
  const start = isLight || wished.l >= 0.72 ? wished : { l: 0.72, c: Math.min(wished.c, 0.14), h: wished.h }
  const soft = shown({
    l: isLight ? 0.945 : 0.27,
    c: Math.min(wished.c, isLight ? 0.018 : 0.045),
    h: wished.h,
  })
  const accentInk = isLight
    ? { l: 0.99, c: 0.004, h: 95 }
    : { l: 0.18, c: Math.min(wished.c, 0.03), h: wished.h }
  const towards = isLight ? -STEP : STEP
  const accent = moved(start, towards, [paper, raised, sunken, soft, accentInk], TEXT)
  const focus = moved(start, towards, [paper, raised, sunken], CONTROL)
  return { paper, raised, sunken, accent, accentInk, accentSoft: soft, focus }
}

/** The colour, as much lighter or darker as the contrast with all others needs. */
function moved(color: Oklch, towards: number, others: readonly Oklch[], least: number): Oklch {
  let now = shown(color)
  const isRoom = () => (towards < 0 ? now.l > 0 : now.l < 1)
  while (isRoom() && others.some((other) => contrast(now, other) < least + SLACK))
    now = shown({ ...color, l: now.l + towards })
  return now
}

/** What the wished accent becomes, as `#rrggbb`; equal to the wish where that is legible. */
export function accentsOf(look: Pick<Look, 'accent' | 'paper'>): Record<Scheme, string> {
  const { light, dark } = colorsOf(look)
  const asWished = (accent: Oklch) => {
    const { l, c, h } = oklchOf(look.accent)
    return Math.abs(accent.l - l) < STEP && Math.abs(accent.c - c) < STEP && Math.abs(accent.h - h) < 1
  }
  const given = (accent: Oklch) => (look.accent && asWished(accent) ? look.accent : hexOf(accent))
  return { light: given(light.accent), dark: given(dark.accent) }
}

const RADII: Record<Look['corners'], string> = {
  soft: '',
  sharp: '--radius-s:0;--radius-m:0;--radius-full:0;',
  round: '--radius-s:.75rem;--radius-m:1.25rem;',
}

/** Declarations of the tokens that differ from styles/tokens.css. */
export function lookTokens(look: Look): string {
  if (!look.accent && look.paper === 'warm') return RADII[look.corners]
  const { light, dark } = colorsOf(look)
  const token = (name: string, of: keyof Colors) =>
    `--${name}:light-dark(${oklchText(light[of])},${oklchText(dark[of])});`
  const papers = token('paper', 'paper') + token('paper-raised', 'raised') + token('paper-sunken', 'sunken')
  const accents =
    token('accent', 'accent') +
    token('accent-ink', 'accentInk') +
    token('accent-soft', 'accentSoft') +
    token('focus', 'focus')
  return papers + (look.accent ? accents : '') + RADII[look.corners]
}
