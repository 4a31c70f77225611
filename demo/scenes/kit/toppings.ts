import { clamp, lerp } from './curve.ts'
import { fbm, noise } from './gradient-noise.ts'
import { random } from './random.ts'
import { mix, smooth, type Tone, tone } from './tones.ts'

/** A bowl seen from above as a grid of heights and colours, in centimetres around the bowl's middle. */
export type Dish = {
  heights: Float32Array
  colours: Float32Array
  at(x: number, z: number): { red: number; green: number; blue: number; gloss: number }
}

const half = 12.5
const cells = 2048
/** Level of the soup. */
export const broth = 5.05
/** Where nothing lies: a little under the soup, so that things slope into it. */
const bare = broth - 0.4

export function emptyDish(): Dish {
  const heights = new Float32Array(cells * cells).fill(bare)
  const colours = new Float32Array(cells * cells * 4)
  const found = { red: 0, green: 0, blue: 0, gloss: 0 }
  return {
    heights,
    colours,
    at(x, z) {
      const column = clamp(Math.floor(cell(x)), 0, cells - 2)
      const row = clamp(Math.floor(cell(z)), 0, cells - 2)
      let i = row * cells + column
      for (const n of [i + 1, i + cells, i + cells + 1])
        if ((heights[n] as number) > (heights[i] as number)) i = n
      found.red = colours[i * 4] as number
      found.green = colours[i * 4 + 1] as number
      found.blue = colours[i * 4 + 2] as number
      found.gloss = colours[i * 4 + 3] as number
      return found
    },
  }
}

const cell = (v: number) => ((v + half) / (half * 2)) * cells - 0.5

/** Height of the food at a point, joined between cells. */
export function look({ heights }: Dish, x: number, z: number): number {
  const u = cell(x)
  const v = cell(z)
  if (u < 0 || v < 0 || u >= cells - 1 || v >= cells - 1) return bare
  const i = Math.floor(v) * cells + Math.floor(u)
  const fu = u - Math.floor(u)
  const fv = v - Math.floor(v)
  const a = heights[i] as number
  const b = heights[i + 1] as number
  const c = heights[i + cells] as number
  const d = heights[i + cells + 1] as number
  return lerp(lerp(a, b, fu), lerp(c, d, fu), fv)
}

type Sample = { height: number; colour: Tone; gloss: number }

/** Lays something on the dish: `shape` answers for each point within `reach` of (x, z), in turned local units. */
function lay(
  dish: Dish,
  x: number,
  z: number,
  reach: number,
  turn: number,
  shape: (u: number, v: number) => Sample | undefined,
) {
  const from = (v: number) => Math.max(0, Math.floor(cell(v - reach)))
  const to = (v: number) => Math.min(cells - 1, Math.ceil(cell(v + reach)))
  const cos = Math.cos(turn)
  const sin = Math.sin(turn)
  for (let row = from(z); row <= to(z); row++) {
    for (let column = from(x); column <= to(x); column++) {
      const dx = ((column + 0.5) / cells) * half * 2 - half - x
      const dz = ((row + 0.5) / cells) * half * 2 - half - z
      const sample = shape(dx * cos + dz * sin, dz * cos - dx * sin)
      if (!sample) continue
      const i = row * cells + column
      if (sample.height <= (dish.heights[i] as number)) continue
      dish.heights[i] = sample.height
      dish.colours[i * 4] = sample.colour[0]
      dish.colours[i * 4 + 1] = sample.colour[1]
      dish.colours[i * 4 + 2] = sample.colour[2]
      dish.colours[i * 4 + 3] = sample.gloss
    }
  }
}

/** Combed bundles of noodles: neighbours run together, dive into the soup and rise again. */
function noodles(dish: Dish) {
  const step = 0.018
  const roll = random(21)
  const pale = tone('#ffe6a3')
  const deep = tone('#eebf63')
  for (let bundle = 0; bundle < 15; bundle++) {
    const bx = (roll() - 0.5) * 11
    const bz = (roll() - 0.5) * 9 - 1.2
    const aim = -0.35 + (roll() - 0.5) * 1.5 + (bundle % 4 === 0 ? 1.4 : 0)
    const bow = (roll() - 0.5) * 0.2
    const lift = 0.1 + roll() * 0.42
    for (let strand = 0; strand < 10; strand++) {
      const colour = mix(deep, pale, roll())
      const side = (strand - 4.5) * 0.33 + (roll() - 0.5) * 0.12
      const fat = 0.155 + roll() * 0.02
      let x = bx - Math.sin(aim) * side - Math.cos(aim) * 4.5
      let z = bz + Math.cos(aim) * side - Math.sin(aim) * 4.5
      let turn = aim - bow * 4.5
      const long = 8 + roll() * 2.5
      for (let s = 0; s < long; s += step) {
        turn += (bow + 0.3 * noise(s * 0.6 + bundle * 9, strand * 0.16, 3)) * step
        x += Math.cos(turn) * step
        z += Math.sin(turn) * step
        if (Math.hypot(x, z) > 9.7) continue
        const arch = Math.sin((s / long) * Math.PI)
        const y =
          broth - 0.42 + (lift + 0.35) * arch ** 0.6 + 0.12 * noise(s * 0.9 + strand * 3, bundle) - fat
        lay(dish, x, z, fat, 0, (u, v) => {
          const d2 = u * u + v * v
          return d2 > fat * fat ? undefined : { height: y + Math.sqrt(fat * fat - d2), colour, gloss: 0.5 }
        })
      }
    }
  }
}

/** Rolled pork: a spiral of fat in browned meat, the rim dark with soy. */
function pork(dish: Dish, x: number, z: number, base: number, seed: number, size = 3) {
  const meat = tone('#a9684a')
  const lean = tone('#7d4230')
  const fat = tone('#f0d3b0')
  const crust = tone('#4a2012')
  lay(dish, x, z, size * 1.15, seed, (u, v) => {
    const turn = Math.atan2(v, u)
    const r =
      (Math.hypot(u, v) / size) * (1 + 0.07 * noise(Math.cos(turn) * 1.6 + seed, Math.sin(turn) * 1.6))
    if (r > 1) return undefined
    const swirl = r * 2.1 - turn / (Math.PI * 2) + 0.28 * noise(u * 0.8 + seed * 3, v * 0.8)
    const layer = Math.abs((((swirl % 1) + 1) % 1) - 0.5) * 2
    const marbled = smooth(0.66, 0.86, layer + 0.25 * fbm(u * 2, v * 2, 3, seed))
    const fibre = fbm(u * 6 + layer, v * 3, 4, seed + 5)
    let colour = mix(mix(meat, lean, clamp(0.5 + fibre * 1.1)), fat, marbled * 0.9)
    colour = mix(colour, crust, smooth(0.88, 0.98, r))
    const height = base + 0.14 * u + 0.1 * v - 0.5 * smooth(0.93, 1, r) ** 2 + 0.05 * marbled + 0.03 * fibre
    return { height, colour, gloss: 0.34 + 0.5 * marbled }
  })
}

/** Half a soy-steeped egg, face up: jam-soft yolk, pale white, tan skin. */
function egg(dish: Dish, x: number, z: number, turn: number) {
  lay(dish, x, z, 2.5, turn, (u, v) => {
    const r = Math.hypot(u / 2.25, v / (1.72 - u * 0.07))
    if (r > 1) return undefined
    const yolk = Math.hypot((u - 0.12) / 1.2, v / 1.08) + 0.04 * noise(u * 2, v * 2)
    const rich = mix(
      tone('#f7a21d'),
      tone('#d9560c'),
      smooth(0.9, 0.1, yolk) * (0.7 + 0.4 * noise(u * 1.5, v * 1.5, 4)),
    )
    let colour = mix(tone('#fbf1dd'), tone('#d9b183'), smooth(0.9, 0.99, r))
    colour = mix(colour, rich, smooth(1.02, 0.96, yolk))
    const dome = yolk < 1 ? 0.12 * (1 - yolk * yolk) : 0
    return {
      height: 5.84 + dome - 0.5 * smooth(0.9, 1, r) ** 2 - 0.1 * u,
      colour,
      gloss: yolk < 1 ? 0.95 : 0.5,
    }
  })
}

/** A fish-cake slice with its pink whirl and pinked edge. */
function naruto(dish: Dish, x: number, z: number) {
  lay(dish, x, z, 1.9, 0.4, (u, v) => {
    const turn = Math.atan2(v, u)
    const r = Math.hypot(u, v) / (1.55 + 0.09 * Math.cos(turn * 17))
    if (r > 1) return undefined
    const whirl = Math.abs(((r * 1.75 - turn / (Math.PI * 2) + 9.2) % 1) - 0.5) * 2
    const pink = smooth(0.66, 0.76, whirl) * smooth(0.12, 0.2, r) * smooth(0.8, 0.74, r)
    const colour = mix(tone('#fbf3ea'), tone('#e0527c'), pink)
    return { height: 5.5 + 0.1 * v - 0.2 * smooth(0.92, 1, r) ** 2, colour, gloss: 0.45 }
  })
}

/** A sheet of nori leaning on the far rim. */
function nori(dish: Dish, x: number, z: number, turn: number, lift: number) {
  lay(dish, x, z, 4, turn, (u, v) => {
    if (Math.abs(u) > 2.2 || Math.abs(v) > 1.9) return undefined
    const fibre = fbm(u * 7, v * 9, 4, 8)
    const colour = mix(tone('#0c140f'), tone('#2c4030'), clamp(0.45 + fibre))
    const soaked = smooth(-1.2, -1.9, v)
    return {
      height: lift + v * 0.9 + 0.12 * Math.sin(u * 1.4 + 0.5) + 0.05 * fibre - 0.3 * soaked,
      colour,
      gloss: 0.34,
    }
  })
}

function bamboo(dish: Dish, x: number, z: number, turn: number, base: number) {
  lay(dish, x, z, 2.6, turn, (u, v) => {
    if (Math.abs(u) > 2.3 || Math.abs(v) > 0.46) return undefined
    const grain = noise(u * 1.1, v * 7, 7)
    const colour = mix(tone('#8d5a22'), tone('#d9a452'), clamp(0.55 + 0.4 * grain - Math.abs(v) * 0.4))
    return {
      height: base + 0.1 * u + 0.025 * grain - 0.34 * smooth(0.26, 0.46, Math.abs(v)) ** 2,
      colour,
      gloss: 0.6,
    }
  })
}

/** Rings of spring onion, heaped. */
function onion(dish: Dish, x: number, z: number, spread: number, count: number) {
  const roll = random(Math.round(x * 31 + 77))
  for (let i = 0; i < count; i++) {
    const turn = roll() * 6.3
    const far = Math.sqrt(roll()) * spread
    const size = 0.24 + roll() * 0.26
    const thick = 0.075 + roll() * 0.05
    const lean = (roll() - 0.5) * 1.1
    const base = broth + 0.25 + (1 - far / spread) * 0.75 + roll() * 0.2
    const fresh = mix(tone('#e9f0b4'), tone('#3f8a2a'), 0.25 + roll() * 0.75)
    lay(dish, x + Math.cos(turn) * far, z + Math.sin(turn) * far, size + thick, turn, (u, v) => {
      const d = Math.abs(Math.hypot(u, v * 1.25) - size)
      if (d > thick) return undefined
      const skin = Math.hypot(u, v * 1.25) > size ? 0.4 : 0
      return {
        height: base + lean * u + Math.sqrt(thick * thick - d * d) * 1.8,
        colour: mix(fresh, tone('#24651c'), skin),
        gloss: 0.6,
      }
    })
  }
}

/** A shoyu ramen with everything: noodles first, then what lies on them. */
export function serve(dish: Dish) {
  noodles(dish)
  nori(dish, 5.2, 6.4, -0.42, 6.9)
  nori(dish, 3.4, 7.2, -0.2, 6.7)
  pork(dish, -4.6, 4.4, 5.75, 1.1, 3.1)
  pork(dish, -1.4, 4.9, 6.15, 2.7, 2.9)
  for (let i = 0; i < 5; i++) bamboo(dish, -6.1 + i * 0.5, -1.8 - i * 0.72, 0.5 + 0.13 * i, 5.42 + i * 0.05)
  egg(dish, 4.7, 0.5, 0.5)
  egg(dish, 2.9, -2.9, 1.2)
  naruto(dish, -2.9, -0.6)
  onion(dish, 0.7, 1.7, 2, 130)
}
