import { clamp, lerp } from './curve.ts'

/** OKLab lightness and axes (Björn Ottosson, 2020), so that mixes keep their brightness and never go muddy. */
type Lab = [l: number, a: number, b: number]

const toLinear = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
const toGamma = (c: number) => (c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055)

/** Red, green, blue 0..255 of '#rrggbb'. */
export function rgb(hex: string): [number, number, number] {
  const n = Number.parseInt(hex.slice(1), 16)
  return [n >> 16, (n >> 8) & 255, n & 255]
}

function lab(hex: string): Lab {
  const [r, g, b] = rgb(hex).map((c) => toLinear(c / 255)) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromLab([L, A, B]: Lab): [number, number, number] {
  const l = (L + 0.3963377774 * A + 0.2158037573 * B) ** 3
  const m = (L - 0.1055613458 * A - 0.0638541728 * B) ** 3
  const s = (L - 0.0894841775 * A - 1.291485548 * B) ** 3
  const channel = (c: number) => clamp(toGamma(Math.max(0, c))) * 255
  return [
    channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    channel(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

const hexOf = (c: number[]) => `#${c.map((v) => Math.round(v).toString(16).padStart(2, '0')).join('')}`

/** '#rrggbb' between two colours, t in 0..1, mixed in OKLab. */
export function mix(from: string, to: string, t: number): string {
  const a = lab(from)
  const b = lab(to)
  return hexOf(fromLab([lerp(a[0], b[0], t), lerp(a[1], b[1], t), lerp(a[2], b[2], t)]))
}

/** CSS colour of a hex with an alpha 0..1. */
export function alpha(hex: string, a: number): string {
  const [r, g, b] = rgb(hex)
  return `rgba(${r},${g},${b},${clamp(a)})`
}

export type Stop = [at: number, hex: string]

/** A ramp through stops (positions rising in 0..1); gives unrounded red, green, blue 0..255 for dithering. */
export function ramp(stops: Stop[]): (t: number) => [number, number, number] {
  const steps = 1024
  const labs = stops.map(([, hex]) => lab(hex))
  const table = Array.from({ length: steps + 1 }, (_, i) => {
    const t = i / steps
    const next = stops.findIndex(([at]) => at >= t)
    if (next <= 0) return fromLab(labs[next === 0 ? 0 : labs.length - 1] as Lab)
    const from = (stops[next - 1] as Stop)[0]
    const to = (stops[next] as Stop)[0]
    const u = (t - from) / (to - from || 1)
    const a = labs[next - 1] as Lab
    const b = labs[next] as Lab
    return fromLab([lerp(a[0], b[0], u), lerp(a[1], b[1], u), lerp(a[2], b[2], u)])
  })
  return (t) => table[Math.round(clamp(t) * steps)] as [number, number, number]
}
