import type { SKRSContext2D } from '@napi-rs/canvas'
import { clamp, lerp } from './curve.ts'
import { fbm, noise, ridged } from './gradient-noise.ts'
import { pixelPass } from './pixel-pass.ts'
import { random } from './random.ts'
import { css, mix, ramp, smooth, type Tone, tone } from './tones.ts'

export const width = 2560
export const source = { x: 1500, y: -260 }
const air = ramp([0, tone('#fff3c9')], [0.35, tone('#f3e3a8')], [0.7, tone('#b9c79a')], [1, tone('#5f8276')])

/** Glowing mist: brightest where the sun comes down, cooler and darker away from it. */
export function mistTone(x: number, y: number): Tone {
  const far = Math.hypot((x - 1460) * 0.8, (y - 560) * 0.9) / 1180
  return air(clamp(far + 0.06 * fbm(x / 300, y / 300, 3, 2)))
}

type Trunk = { x: number; foot: number; girth: number; lean: number; depth: number; seed: number }

/** Cedars in nine ranks; the nearest dark and huge, the farthest hardly there. */
export function stand(): Trunk[] {
  const roll = random(26)
  const trunks: Trunk[] = []
  for (let rank = 0; rank < 8; rank++) {
    const depth = rank / 8
    const count = Math.round(lerp(30, 5, depth))
    for (let i = 0; i < count; i++) {
      const x = ((i + 0.2 + roll() * 0.7) / count) * (width + 300) - 150
      const clearing = Math.abs(x - 1400) < lerp(60, 430, depth) && rank > 1
      if (clearing) continue
      trunks.push({
        x,
        foot: lerp(935, 1250, depth ** 1.35) + roll() * 30,
        girth: lerp(20, 96, depth ** 1.5) * (0.8 + roll() * 0.5),
        lean: (roll() - 0.5) * 40,
        depth,
        seed: Math.floor(roll() * 900),
      })
    }
  }
  for (const [x, girth, foot] of [
    [150, 210, 1540],
    [690, 120, 1345],
    [2290, 250, 1600],
    [1985, 110, 1330],
  ] as const)
    trunks.push({ x, girth, foot, lean: x < 1000 ? 26 : -34, depth: girth > 180 ? 1.12 : 0.95, seed: x })
  return trunks.sort((a, b) => a.depth - b.depth)
}

/** Red-brown bark in long strips, moss at the foot, a rim of light on the side of the sun. */
export function paintTrunk(ctx: SKRSContext2D, { x, foot, girth, lean, depth, seed }: Trunk) {
  const veil = clamp(1 - depth) ** 0.75 * 0.94
  const side = source.x > x ? 1 : -1
  const area = {
    x: x - girth * 1.6 - Math.abs(lean),
    y: 0,
    width: girth * 3.2 + Math.abs(lean) * 2,
    height: foot + 40,
  }
  pixelPass(ctx, area, (px, py, out) => {
    const up = (foot - py) / foot
    const flare = 1 + 0.5 * Math.exp(-(foot - py) / (girth * 0.6)) + 0.05 * noise(py / (girth * 2), seed)
    const root = 1 + 0.12 * Math.exp(-(foot - py) / (girth * 0.6)) * noise(px / (girth * 0.12), seed)
    const half = girth * 0.5 * flare * root * (1 - up * 0.24)
    const u = (px - x - lean * up * up) / half
    const ground = foot + 14 * (1 - u * u) + 8 * noise(px / 22, seed)
    const inside = (1 - Math.abs(u)) * half
    if (inside < -1 || py > ground) {
      out[3] = 0
      return
    }
    const arc = Math.asin(clamp(u, -1, 1))
    const strip = ridged(
      arc * girth * 0.035 + seed + 0.4 * noise(py / 160, u * 2, seed),
      py / (girth * 3.4),
      4,
      seed % 50,
    )
    const flake = noise((arc * girth) / 5, py / 26, seed % 40)
    const round = Math.sqrt(Math.max(0, 1 - u * u))
    const rim = smooth(0.35, 1, u * side) ** 2
    let c = mix(
      tone('#150f0c'),
      tone('#5a3c2b'),
      clamp(0.16 + 0.5 * strip * round + 0.1 * flake + 0.12 * (1 - depth)),
    )
    const moss = smooth(
      0.2,
      0.6,
      fbm(px / (girth * 0.3), py / (girth * 0.6), 4, seed % 30) +
        0.75 * Math.exp(-(foot - py) / (girth * 1.7)) -
        0.15 * side * u,
    )
    c = mix(c, mix(tone('#1b2b12'), tone('#6f8a38'), clamp(0.1 + 0.45 * strip + 0.4 * rim)), moss * 0.75)
    c = mix(c, tone('#ffdf9a'), rim * (0.2 + 0.6 * strip) * 0.6 * smooth(1.3, 0.6, depth) + rim ** 3 * 0.25)
    const low = smooth(foot - 330 * (1.2 - depth), foot, py) * 0.5 * clamp(0.8 - depth)
    const m = mistTone(px, py)
    c = mix(c, m, clamp(veil + low))
    out[0] = c[0]
    out[1] = c[1]
    out[2] = c[2]
    const blades = 10 * noise(px / 3.1, 1, seed) + 6 * noise(px / 1.3, 2, seed)
    out[3] = clamp(inside + 0.5) * smooth(ground + 2, ground - 8, py + Math.abs(blades) * (0.6 + depth))
  })
}

/** Drooping cedar boughs across the top of a rank, paler the farther; the nearest hang at the sides only. */
export function boughs(ctx: SKRSContext2D, depth: number, roll: () => number) {
  for (let i = 0; i < 34; i++) {
    const x = roll() * width
    const open = Math.abs(x - 1420) / 1280
    if (open < 0.2 + depth * 0.22) continue
    const y = -60 + roll() * (110 + 330 * open) * (0.55 + depth * 0.6)
    const long = (90 + roll() * 120) * (0.45 + depth)
    const aim = (x < 1420 ? 0.32 : Math.PI - 0.32) + (roll() - 0.5) * 0.5
    const m = mistTone(x, y)
    for (let k = 0; k < 420; k++) {
      const t = roll()
      const px = x + Math.cos(aim) * long * t * 1.6
      const py = y + Math.sin(aim) * long * t + t * t * long * 0.5
      const spray = (1 - t * 0.55) * long * 0.17
      const ox = px + (roll() + roll() - 1) * spray * 1.3
      const oy = py + roll() * spray
      const lit = clamp(
        0.08 + roll() * 0.36 + 0.34 * Math.exp(-(((ox - source.x) / 900) ** 2)) - (oy - py) / spray / 3,
      )
      ctx.strokeStyle = css(mix(mix(tone('#0a1610'), tone('#87a046'), lit), m, (1 - depth) * 0.8), 0.9)
      ctx.lineWidth = 0.8 + depth * 1.0
      ctx.beginPath()
      for (let n = 0; n < 4; n++) {
        const turn = aim + (n - 1.5) * 0.5 + 0.35
        ctx.moveTo(ox, oy)
        ctx.lineTo(
          ox + Math.cos(turn) * spray * 0.3,
          oy + Math.abs(Math.sin(turn)) * spray * 0.24 + spray * 0.1,
        )
      }
      ctx.stroke()
    }
  }
}
