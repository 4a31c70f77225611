/** A capital of 6 units high as SVG path data, drawn with strokes; `width` in the same units. */
interface Letter {
  width: number
  path: string
}

const SPACING = 1.6
const BOWL = 'a1.5 1.5 0 0 1 0 3'

const LETTERS: Record<string, Letter> = {
  A: { width: 4, path: 'M0 6L2 0L4 6M.7 4H3.3' },
  B: { width: 3.6, path: `M0 0H2${BOWL}H0M2 3H2.1a1.5 1.5 0 0 1 0 3H0V0` },
  C: { width: 4, path: 'M4 1.2A2.4 3 0 1 0 4 4.8' },
  D: { width: 4, path: 'M0 0V6H1.4a2.6 3 0 0 0 0-6H0' },
  E: { width: 3.2, path: 'M3.2 0H0V6H3.2M0 3H2.6' },
  F: { width: 3.2, path: 'M3.2 0H0V6M0 3H2.6' },
  G: { width: 4.2, path: 'M4 1.2A2.4 3 0 1 0 4.2 4.6V3.2H2.6' },
  H: { width: 4, path: 'M0 0V6M4 0V6M0 3H4' },
  I: { width: 0.2, path: 'M.1 0V6' },
  J: { width: 2.6, path: 'M2.6 0V4.6a1.3 1.4 0 0 1-2.6 0' },
  K: { width: 3.8, path: 'M0 0V6M3.8 0L0 3.4M1.2 2.4L3.8 6' },
  L: { width: 3, path: 'M0 0V6H3' },
  M: { width: 4.8, path: 'M0 6V0L2.4 4L4.8 0V6' },
  N: { width: 4, path: 'M0 6V0L4 6V0' },
  O: { width: 4.4, path: 'M2.2 0a2.2 3 0 0 0 0 6a2.2 3 0 0 0 0-6' },
  P: { width: 3.6, path: `M0 6V0H2${BOWL}H0` },
  Q: { width: 4.4, path: 'M2.2 0a2.2 3 0 0 0 0 6a2.2 3 0 0 0 0-6M2.8 4.4L4.4 6.4' },
  R: { width: 3.6, path: `M0 6V0H2${BOWL}H0M2 3L3.6 6` },
  S: { width: 3.6, path: 'M3.5 1A1.8 1.5 0 1 0 1.8 3A1.8 1.5 0 1 1 .1 5' },
  T: { width: 4, path: 'M0 0H4M2 0V6' },
  U: { width: 4, path: 'M0 0V4a2 2 0 0 0 4 0V0' },
  V: { width: 4, path: 'M0 0L2 6L4 0' },
  W: { width: 5.6, path: 'M0 0L1.4 6L2.8 1.6L4.2 6L5.6 0' },
  X: { width: 4, path: 'M0 0L4 6M4 0L0 6' },
  Y: { width: 4, path: 'M0 0L2 3L4 0M2 3V6' },
  Z: { width: 3.8, path: 'M0 0H3.8L0 6H3.8' },
  0: { width: 3.8, path: 'M1.9 0a1.9 3 0 0 0 0 6a1.9 3 0 0 0 0-6' },
  1: { width: 1.6, path: 'M0 1.4L1.6 0V6' },
  2: { width: 3.6, path: 'M.1 1.6A1.7 1.6 0 1 1 3.1 2.6L0 6H3.6' },
  3: { width: 3.6, path: 'M.2 .9A1.7 1.5 0 1 1 1.8 2.9A1.8 1.55 0 1 1 .1 5' },
  4: { width: 4, path: 'M3 6V0L0 4.4H4' },
  5: { width: 3.6, path: 'M3.2 0H.6L.3 2.8A1.9 1.8 0 1 1 .1 5' },
  6: { width: 3.6, path: 'M3.2 .5A2.6 3 0 0 0 0 4.1A1.8 1.9 0 1 0 .3 3.2' },
  7: { width: 3.6, path: 'M0 0H3.6L1.2 6' },
  8: { width: 3.6, path: 'M1.8 2.8a1.5 1.4 0 1 1 .01 0a1.8 1.6 0 1 1-.02 0' },
  9: { width: 3.6, path: 'M.4 5.5A2.6 3 0 0 0 3.6 1.9A1.8 1.9 0 1 0 3.3 2.8' },
  '-': { width: 2, path: 'M0 3H2' },
  '.': { width: 0.2, path: 'M.1 5.9V6' },
  ' ': { width: 2, path: '' },
}

/** The text in capitals as one path, or undefined where a letter is not drawn here (the mark then stands alone). */
export function letterPath(text: string): Letter | undefined {
  let x = 0
  let path = ''
  for (const character of text.toUpperCase()) {
    const letter = LETTERS[character]
    if (!letter) return undefined
    path += shifted(letter.path, x)
    x += letter.width + SPACING
  }
  return { width: Math.max(0, x - SPACING), path }
}

/** Moves the absolute commands (M, L, H, V, A are capitals) to the right; relative ones stay. */
function shifted(path: string, by: number): string {
  return path.replace(/([A-Za-z])([^A-Za-z]*)/g, (_, command: string, rest: string) => {
    const numbers = (rest.match(/-?\d*\.?\d+/g) ?? []).map(Number)
    const x = { M: 0, L: 0, H: 0, A: 5 }[command]
    if (x !== undefined) numbers[x] = Number(((numbers[x] ?? 0) + by).toFixed(2))
    return command + numbers.join(' ')
  })
}
