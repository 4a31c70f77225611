import { clamp, lerp, smoothstep } from './curve.ts'
import { H, HORIZON, SUN, skyColour, W } from './evening-sky.ts'
import { shadedLayer } from './shaded-layer.ts'
import { type NoiseTile, noiseTile, tileAt } from './tile-noise.ts'

const DEPTH = H - HORIZON

/** One incoming wave along the whole shore: for every column its front, height and how far it has broken. */
type Front = {
  edge: Float32Array
  height: Float32Array
  broken: Float32Array
  wash: number
  drain: number
  travel: number
}

/** Age 0..4 in loops: rises far out, steepens, breaks in the third, runs up the sand and drains in the fourth. */
function shapeFront(front: Front, age: number, shape: NoiseTile): void {
  const run =
    age <= 2.9
      ? lerp(34, 402, smoothstep(-0.6, 3.5, age) ** 1.55 / smoothstep(-0.6, 3.5, 2.9) ** 1.55)
      : 402 + 62 * Math.sin(Math.min(1, (age - 2.9) / 0.62) * Math.PI * 0.5)
  const back = smoothstep(3.45, 4, age)
  front.wash = smoothstep(2.3, 2.9, age)
  front.drain = smoothstep(3.3, 3.98, age)
  front.travel = run
  for (let x = 0; x < W; x++) {
    const wobble = tileAt(shape, x / 2300 + 0.13, 0.3) - 0.5
    const fine = tileAt(shape, x / 620 + 0.4, 0.62) - 0.5
    const lean = run / 402
    front.edge[x] = run + (110 * wobble * lean + 26 * fine * lean) * (0.5 + 0.5 * front.wash) - back * 78
    const swell = smoothstep(0.1, 2.1, age) * smoothstep(2.95, 2.3, age)
    front.height[x] = 4 + 66 * swell * (0.72 + 0.7 * (tileAt(shape, x / 1500, 0.85) - 0.3))
    front.broken[x] = smoothstep(0, 0.4, age - 1.75 - 0.75 * tileAt(shape, x / 1700 + 0.5, 0.15))
  }
}

export function seaPainter() {
  const layer = shadedLayer(W, DEPTH)
  const ripple = noiseTile(21, { size: 512, cells: 8, octaves: 5, gain: 0.55 })
  const foam = noiseTile(23, { size: 512, cells: 10, octaves: 4, gain: 0.55 })
  const shape = noiseTile(29, { size: 256, cells: 4, octaves: 3 })
  const fronts = Array.from(
    { length: 4 },
    (): Front => ({
      edge: new Float32Array(W),
      height: new Float32Array(W),
      broken: new Float32Array(W),
      wash: 0,
      drain: 0,
      travel: 0,
    }),
  )
  return (phase: number) => {
    fronts.forEach((front, i) => {
      shapeFront(front, phase + i, shape)
    })
    return layer.paint((x, ys, out) => shadeSea({ x, ys, phase, fronts, ripple, foam }, out))
  }
}

type SeaPoint = { x: number; ys: number; phase: number; fronts: Front[]; ripple: NoiseTile; foam: NoiseTile }

function shadeSea({ x, ys, phase, fronts, ripple, foam }: SeaPoint, out: Float32Array): void {
  const near = ys / DEPTH
  const far = 1 - near
  const across = (x - W / 2) / (60 + ys * 2.1)
  const deep = Math.log(ys + 14) * 1.7
  const big = tileAt(ripple, across * 0.42 + 0.2, deep * 0.9 - phase)
  const small = tileAt(ripple, across * 1.3 - phase, deep * 2.2 - phase * 2)
  let slope = (big - 0.5) * 1.0 + (small - 0.5) * 0.8
  let lip = 0
  let face = 0
  let foamy = 0
  let shade = 0
  for (const f of fronts) {
    const edge = f.edge[x] as number
    const height = f.height[x] as number
    const d = edge - ys
    if (f.wash < 1 && d > -height * 0.9 && d < height * 1.5) {
      const up = d / height
      const rising = smoothstep(-0.1, 0.12, up) * smoothstep(1.06, 0.98, up) * (1 - f.wash)
      face = Math.max(face, rising * clamp(up) * smoothstep(5, 26, height))
      shade = Math.max(shade, rising * (1 - clamp(up)) * smoothstep(4, 22, height))
      slope -= rising * 0.5
      const ragged = tileAt(foam, x / 240, f.travel / 300 + d / 200)
      const b = f.broken[x] as number
      lip = Math.max(
        lip,
        smoothstep(0.86 - 0.1 * b, 0.98, up) *
          smoothstep(1.08, 1, up) *
          smoothstep(14, 40, height) *
          (0.3 + 0.7 * ragged),
      )
      const tumble =
        smoothstep(1.05 - 1.2 * b, 1.15 - 1.1 * b, up + 0.3 * (ragged - 0.5)) * smoothstep(1.15, 0.96, up)
      foamy = Math.max(foamy, b * tumble * (0.55 + 0.6 * ragged) * (1 - f.wash))
    }
    const trail = (30 + 150 * f.wash) * (1 - 0.3 * f.drain)
    const b = f.broken[x] as number
    if (b > 0 && d > 0 && d < trail * 2.4) {
      const behind = d / (trail * 2.4)
      const lace = 1 - Math.abs(tileAt(foam, across * 1.1 + 0.3, (d + f.drain * 40) / 260 + 0.1) * 2 - 1)
      const cut = 0.42 + 0.5 * behind + 0.3 * f.drain
      const web = smoothstep(cut, cut + 0.24, lace)
      const front = Math.exp(-((d / (5 + 20 * f.wash * (1 - f.drain))) ** 2))
      const fade = (1 - behind) * (1 - f.drain) * smoothstep(0, 2.5, d)
      foamy = Math.max(foamy, b * fade * Math.max(web * 0.9, front * (1 - 0.75 * f.drain)))
    }
  }
  skyColour(x * 0.7 + W * 0.15, HORIZON - 60 - ys * 0.5 - slope * 260, out)
  const fresnel = clamp(0.34 + 0.5 * far ** 2 + slope * 0.35)
  const water = lerp(0.9, 1.15, near)
  let r = lerp(34 * water, out[0] as number, fresnel)
  let g = lerp(70 * water, out[1] as number, fresnel)
  let b = lerp(92 * water, out[2] as number, fresnel)
  const shore = smoothstep(0.66, 0.98, near)
  const sheen = Math.exp(-(((x - SUN.x) / 620) ** 2))
  r = lerp(r, 176 + 62 * sheen + 46 * slope, shore * 0.72)
  g = lerp(g, 124 + 44 * sheen + 40 * slope, shore * 0.72)
  b = lerp(b, 102 + 12 * sheen + 34 * slope, shore * 0.72)
  const span = 46 + ys * 0.46
  const lane = Math.exp(-(((x - SUN.x) / span) ** 2))
  const spark = smoothstep(0.5 - 0.12 * lane, 0.86, 0.5 * big + 0.5 * small + 0.12 * far)
  const glint = lane * (0.34 * far + spark * (0.5 + 0.9 * far)) * (1 - 0.55 * shore)
  r += 215 * glint
  g += 160 * glint
  b += 84 * glint
  r = lerp(r, 26, shade * 0.6)
  g = lerp(g, 54, shade * 0.6)
  b = lerp(b, 70, shade * 0.6)
  r = lerp(r, 96 + 110 * lane, face * 0.75)
  g = lerp(g, 138 + 40 * lane, face * 0.75)
  b = lerp(b, 122 - 14 * lane, face * 0.75)
  const white = clamp(Math.max(foamy, lip))
  const sunlit = 0.82 + 0.18 * lane
  const soft = tileAt(foam, across * 2.3, ys / 70)
  r = lerp(r, (236 + 30 * soft) * sunlit + 14, white)
  g = lerp(g, (202 + 42 * soft) * sunlit + 8, white)
  b = lerp(b, (182 + 46 * soft) * sunlit, white)
  const haze = Math.exp(-ys / 26) * 0.6
  out[0] = lerp(r, 250, haze)
  out[1] = lerp(g, 186, haze)
  out[2] = lerp(b, 136, haze)
}
