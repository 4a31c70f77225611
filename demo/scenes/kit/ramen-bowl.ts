import type { SKRSContext2D } from '@napi-rs/canvas'
import { clamp, fract, lerp } from './curve.ts'
import { pixelPass } from './pixel-pass.ts'
import { camera, lacquer, middle, rim, rimHeight } from './ramen-view.ts'
import { unit } from './relief.ts'
import { scaled, smooth, type Tone, tone } from './tones.ts'

const spiral = [
  '111111110',
  '100000010',
  '101111010',
  '101001010',
  '101100010',
  '100111110',
  '100000000',
  '111111111',
]

/** The squared spiral of ramen bowls, on a unit square. */
const keyFret = (u: number, v: number) => (spiral[Math.floor(v * 8)]?.[Math.floor(u * 9)] === '1' ? 1 : 0)

const girth = (y: number) => 4.6 + (rim - 4.6) * Math.sqrt(clamp((y - 0.9) / (rimHeight - 0.9)))
/** The bowl's radius at a height, foot ring included; both in centimetres. */
const profile = (y: number) => (y < 0.9 ? 4.7 : girth(y))

/** Colours the lacquer at a point of the outside, in centimetres: the lamp's gleam, the gold, the counter's bounce. */
function shadeLacquer({ x, y, z }: { x: number; y: number; z: number }, out: Float64Array) {
  const r = Math.hypot(x, z - middle)
  const tilt = (profile(y + 0.05) - profile(y)) / 0.05
  const n = unit(x / r, -tilt * 0.8, (z - middle) / r)
  const light = clamp(-n[0] * 0.55 + n[1] * 0.3 - n[2] * 0.12 + 0.36)
  const turn = Math.atan2(x, -(z - middle))
  const gleam =
    Math.exp(-(((turn + 0.62) / 0.13) ** 2)) * 0.5 * smooth(1.2, 4.5, y) +
    0.12 * Math.exp(-(((turn - 0.9) / 0.3) ** 2))
  const c = lacquer(clamp(light * 0.62))
  const v = (y - 5.15) / 0.8
  const lines = (v > -0.2 && v < -0.1) || (v > 1.1 && v < 1.2)
  const fret = v > 0 && v < 1 ? keyFret(fract(turn / 0.115), v) : lines ? 1 : 0
  const bounce = 0.09 * smooth(2.4, 0, y)
  const gold: Tone = scaled(tone('#e0ab52'), 0.42 + light * 1.2)
  const edge = smooth(0, 0.6, y) * (1 - 0.7 * smooth(1.2, 0.9, y) * smooth(0.5, 0.9, y))
  for (let k = 0; k < 3; k++)
    out[k] =
      (lerp(c[k] as number, gold[k] as number, fret * 0.85) + gleam * 0.5 * ([1, 0.85, 0.68][k] as number)) *
        edge +
      bounce * ([0.7, 0.36, 0.15][k] as number)
}

/** The bowl from outside: a turned shape, found along each line of sight; a gold key-fret runs under its rim. */
export function paintBowl(ctx: SKRSContext2D) {
  pixelPass(ctx, { x: 380, y: 220, width: 1700, height: 1480 }, (px, py, out) => {
    const fall = (py - camera.horizon) / camera.focal
    const lean = (px - camera.centre) / camera.focal
    out[3] = 0
    const from = (camera.eye - rimHeight) / fall
    const until = camera.eye / fall
    for (let i = 0; i <= 150; i++) {
      const z = lerp(from, until, i / 150)
      const y = camera.eye - fall * z
      const x = lean * z
      if (Math.hypot(x, z - middle) > profile(y)) continue
      // Met at the rim's height already: this sight line looks into the bowl, which is painted later.
      if (i === 0) return
      shadeLacquer({ x, y, z }, out)
      out[3] = 1
      return
    }
  })
}
