import type { SKRSContext2D } from '@napi-rs/canvas'
import { clamp, lerp } from '../kit/curve.ts'
import { finish } from '../kit/finish.ts'
import { cellRandom, fbm, noise } from '../kit/gradient-noise.ts'
import { pixelPass } from '../kit/pixel-pass.ts'
import { random } from '../kit/random.ts'
import { type Camera, type Hit, paintRelief, sunlit, unit } from '../kit/relief.ts'
import { mix, ramp, scaled, smooth, type Tone, tone } from '../kit/tones.ts'
import { broth, type Dish, emptyDish, look, serve } from '../kit/toppings.ts'
import type { Still } from '../scene.ts'

const width = 2560
const height = 1707
/** Centimetres; the bowl's middle stands at z = 40. */
const camera: Camera = { eye: 30, horizon: -1010, focal: 2750, centre: 1230, near: 26.5, far: 56 }
const middle = 40
const rim = 10.6
const rimHeight = 6.6
const lamp = unit(-0.5, 0.72, 0.42)

const lacquer = ramp(
  [0, tone('#0c0707')],
  [0.4, tone('#2a1412')],
  [0.8, tone('#6b2f22')],
  [1, tone('#d89a6c')],
)

function bowlInside(r: number): number {
  const lip = smooth(rim - 0.42, rim - 0.16, r)
  return lerp(rimHeight - 2.6 * (1 - (r / rim) ** 5), rimHeight, lip) - 0.16 * smooth(rim - 0.12, rim, r)
}

function surface(dish: Dish) {
  return (x: number, z: number) => {
    const r = Math.hypot(x, z - middle)
    const food = look(dish, x, z - middle)
    if (r > rim) return food < rimHeight - 1.2 ? Number.NaN : food
    const soup = r < rim - 0.3 ? broth + 0.02 * noise(x / 1.4, z / 1.4) : -50
    return Math.max(bowlInside(r), soup, food)
  }
}

/** Clear, fatty soup: amber in the shallows, discs of oil that catch the lamp. */
function shadeBroth(hit: Hit, lit: number, out: Float64Array) {
  const { x, z } = hit
  let oil = 0
  let edge = 0
  for (const [size, seed] of [
    [1.5, 3],
    [0.8, 5],
    [0.42, 8],
  ] as const) {
    const cx = Math.floor(x / size)
    const cz = Math.floor(z / size)
    const px = (cx + 0.3 + 0.4 * cellRandom(cx, cz, seed)) * size
    const pz = (cz + 0.3 + 0.4 * cellRandom(cz, cx, seed)) * size
    const r = size * (0.06 + 0.3 * cellRandom(cx, cz, seed + 1) ** 2)
    const d = Math.hypot(x - px, z - pz)
    if (cellRandom(cx, cz, seed + 2) > 0.42) {
      oil = Math.max(oil, smooth(r, r * 0.86, d))
      edge = Math.max(
        edge,
        smooth(r * 0.16, 0, Math.abs(d - r * 0.92)) *
          (0.4 + 0.6 * smooth(r, -r, (x - px) * 0.7 - (z - pz) * 0.8)),
      )
    }
  }
  const cloud = 0.5 + 0.5 * fbm(x / 2.2, z / 2.2, 4, 12)
  const base = mix(mix(tone('#5f2c0d'), tone('#b5702a'), cloud), tone('#e7a548'), oil * 0.5)
  const mirror = smooth(0.3, 1, noise(x / 5 + 1, z / 7, 3) + 0.65 * smooth(40, 49, z)) * 0.28
  for (let i = 0; i < 3; i++)
    out[i] =
      (base[i] as number) * (0.42 + 0.72 * lit) +
      ([1, 0.86, 0.62][i] as number) * (edge * 0.55 * (0.3 + 0.7 * lit) + mirror * (0.4 + 0.6 * lit))
}

function shadeFood(dish: Dish) {
  const ground = surface(dish)
  return (hit: Hit, out: Float64Array) => {
    const { x, y, z } = hit
    const lit = sunlit(ground, hit, lamp, 5, 4)
    const facing = clamp(hit.nx * lamp[0] + hit.ny * lamp[1] + hit.nz * lamp[2])
    const view = unit(-x, camera.eye - y, -z)
    const half = unit(lamp[0] + view[0], lamp[1] + view[1], lamp[2] + view[2])
    const shine = clamp(hit.nx * half[0] + hit.ny * half[1] + hit.nz * half[2])
    const r = Math.hypot(x, z - middle)
    const nook = clamp(
      0.62 +
        (y - (ground(x - 0.35, z) + ground(x + 0.35, z) + ground(x, z - 0.35) + ground(x, z + 0.35)) / 4) *
          0.8,
      0.3,
      1.1,
    )
    const food = look(dish, x, z - middle)
    if (food >= y - 0.006 && food > broth - 0.03) {
      const { red, green, blue, gloss } = dish.at(x, z - middle)
      const wet = smooth(broth + 0.22, broth - 0.02, y)
      const body = (0.42 * nook + 0.95 * facing * lit + 0.1 * clamp(0.6 - facing) * lit) * (1 - 0.22 * wet)
      const spec = gloss * (0.75 * shine ** 42 + 0.16 * shine ** 8) * lit
      out[0] = red * body * 1.06 + spec
      out[1] = lerp(green, green * 0.8, wet) * body + spec * 0.9
      out[2] = lerp(blue, blue * 0.55, wet) * body * 0.94 + spec * 0.72
      return
    }
    if (r < rim - 0.3 && y <= broth + 0.03) return shadeBroth(hit, lit, out)
    const c = lacquer(clamp(0.16 + 0.34 * facing * lit + 0.5 * smooth(rim - 0.5, rim, r) * facing))
    const gleam = 0.95 * shine ** 36 * lit + 0.25 * shine ** 6 * lit
    for (let i = 0; i < 3; i++) out[i] = (c[i] as number) + gleam * ([1, 0.88, 0.7][i] as number)
  }
}

/** An old counter of broad planks, rubbed dark, with the lamp's pool of light and the bowl's shadow. */
function paintCounter(ctx: SKRSContext2D) {
  pixelPass(ctx, { x: 0, y: 0, width, height }, (px, py, out) => {
    const z = (camera.focal * camera.eye) / (py - camera.horizon)
    const x = ((px - camera.centre) / camera.focal) * z
    const across = z * 0.99 - x * 0.12
    const along = x * 0.99 + z * 0.12
    const board = Math.floor(across / 8.6)
    const inBoard = across / 8.6 - board
    const shift = cellRandom(board, 2) * 90
    const knot = Math.hypot((along - 14 + shift * 0.7) / 5, (inBoard - 0.4) * 3)
    const bend = 1.1 * Math.exp(-knot * knot * 0.8) + 0.4 * noise(along / 16 + shift, across / 4)
    const rings = Math.abs(((across * 0.75 + bend * 3 + shift) % 1) - 0.5) * 2
    const grain =
      0.5 * smooth(0.1, 0.95, rings) +
      0.3 * noise(along / 3 + shift, across * 8) +
      0.2 * noise(along * 0.9, across * 32)
    const seam = smooth(0.014, 0.002, Math.min(inBoard, 1 - inBoard))
    const wear = fbm(along / 9, across / 3, 4, 6)
    const pool = Math.exp(-(((x + 5) / 25) ** 2) - ((z - 43) / 19) ** 2)
    let c = mix(
      tone('#2b140a'),
      tone('#9a5a2b'),
      clamp(0.34 + 0.34 * grain + 0.18 * wear + 0.1 * (cellRandom(board, 5) - 0.5)),
    )
    c = scaled(c, (0.26 + 1.25 * pool) * (1 - 0.75 * seam))
    const sx = x - 3.2
    const sz = z - middle + 2.6
    const shadow = smooth(13.5, 5.4, Math.hypot(sx, sz * 1.1)) * 0.82
    const gloss = 0.2 * pool * smooth(0.1, 0.7, noise(x / 7, z / 2.4, 4) + 0.5 * smooth(42, 54, z))
    for (let i = 0; i < 3; i++)
      out[i] = (c[i] as number) * (1 - shadow) + gloss * (1 - shadow) * ([1, 0.78, 0.5][i] as number)
  })
}

/** The bowl from outside: a turned shape, found along each line of sight; a gold key-fret runs under its rim. */
function paintBowl(ctx: SKRSContext2D) {
  const girth = (y: number) => 4.6 + (rim - 4.6) * Math.sqrt(clamp((y - 0.9) / (rimHeight - 0.9)))
  const profile = (y: number) => (y < 0.9 ? 4.7 : girth(y))
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
      const r = Math.hypot(x, z - middle)
      if (r > profile(y)) continue
      if (i === 0) return
      const tilt = (profile(y + 0.05) - profile(y)) / 0.05
      const n = unit(x / r, -tilt * 0.8, (z - middle) / r)
      const light = clamp(-n[0] * 0.55 + n[1] * 0.3 - n[2] * 0.12 + 0.36)
      const turn = Math.atan2(x, -(z - middle))
      const gleam =
        Math.exp(-(((turn + 0.62) / 0.13) ** 2)) * 0.5 * smooth(1.2, 4.5, y) +
        0.12 * Math.exp(-(((turn - 0.9) / 0.3) ** 2))
      const c = lacquer(clamp(light * 0.62))
      const u = (turn / 0.115) % 1
      const v = (y - 5.15) / 0.8
      const fret =
        v > 0 && v < 1 ? keyFret(u < 0 ? u + 1 : u, v) : v > -0.2 && v < -0.1 ? 1 : v > 1.1 && v < 1.2 ? 1 : 0
      const bounce = 0.09 * smooth(2.4, 0, y)
      const gold: Tone = scaled(tone('#e0ab52'), 0.42 + light * 1.2)
      const edge = smooth(0, 0.6, y) * (1 - 0.7 * smooth(1.2, 0.9, y) * smooth(0.5, 0.9, y))
      for (let k = 0; k < 3; k++)
        out[k] =
          (lerp(c[k] as number, gold[k] as number, fret * 0.85) +
            gleam * 0.5 * ([1, 0.85, 0.68][k] as number)) *
            edge +
          bounce * ([0.7, 0.36, 0.15][k] as number)
      out[3] = 1
      return
    }
  })
}

/** The squared spiral of ramen bowls, on a unit square. */
function keyFret(u: number, v: number): number {
  const column = Math.floor(u * 9)
  const row = Math.floor(v * 8)
  const art = [
    '111111110',
    '100000010',
    '101111010',
    '101001010',
    '101100010',
    '100111110',
    '100000000',
    '111111111',
  ]
  return art[row]?.[column] === '1' ? 1 : 0
}

function paintSteam(ctx: SKRSContext2D) {
  pixelPass(
    ctx,
    { x: 0, y: 0, width, height: 1200 },
    (x, y, out) => {
      const up = (900 - y) / 900
      const bend = 120 * noise(y / 420, 3) * up
      const u = (x - 1230 + bend) / (560 + 160 * up)
      const warp = fbm(x / 300, y / 460 + 2, 4, 15)
      const wisps = 1 - Math.abs(fbm(x / 330 + warp * 1.2, y / 620 + warp * 0.6, 3, 25)) * 2.2
      const veil = 0.5 + 0.5 * fbm(x / 260 + warp, y / 300, 4, 35)
      const place = Math.exp(-u * u * 1.6) * smooth(1150, 780, y) * (1 - 0.45 * smooth(500, 0, y))
      out[0] = 1
      out[1] = 0.93
      out[2] = 0.82
      out[3] = clamp(place * (0.4 * Math.max(0, wisps) ** 1.7 + 0.4 * veil * veil))
    },
    0.5,
  )
}

/** A pair of lacquered chopsticks on the counter, right of the bowl. */
function paintChopsticks(ctx: SKRSContext2D) {
  const roll = random(4)
  for (const [x0, y0, x1, y1] of [
    [2070, 1600, 2400, 420],
    [2160, 1625, 2452, 440],
  ] as const) {
    for (const [dx, dy, colour, fat, blur] of [
      [26, 16, 'rgba(0,0,0,0.55)', 40, 9],
      [0, 0, '#3a0f0c', 34, 0],
      [-4, -1, '#7c241b', 22, 0],
      [-9, -2, 'rgba(255,190,140,0.55)', 5, 1],
    ] as const) {
      ctx.save()
      ctx.filter = blur ? `blur(${blur}px)` : 'none'
      ctx.fillStyle = colour
      const nx = (y1 - y0) / Math.hypot(x1 - x0, y1 - y0)
      const ny = -(x1 - x0) / Math.hypot(x1 - x0, y1 - y0)
      ctx.beginPath()
      ctx.moveTo(x0 + dx + nx * fat * 0.56, y0 + dy + ny * fat * 0.56)
      ctx.lineTo(x1 + dx + nx * fat * 0.24, y1 + dy + ny * fat * 0.24)
      ctx.lineTo(x1 + dx - nx * fat * 0.24, y1 + dy - ny * fat * 0.24)
      ctx.lineTo(x0 + dx - nx * fat * 0.56, y0 + dy - ny * fat * 0.56)
      ctx.fill()
      ctx.restore()
    }
    for (let i = 0; i < 3; i++) {
      const t = 0.1 + i * 0.022 + roll() * 0.004
      ctx.strokeStyle = '#d7a552'
      ctx.lineWidth = 5
      ctx.beginPath()
      ctx.moveTo(lerp(x0, x1, t) - 17, lerp(y0, y1, t) - 5)
      ctx.lineTo(lerp(x0, x1, t) + 17, lerp(y0, y1, t) + 5)
      ctx.stroke()
    }
  }
}

function paint(ctx: SKRSContext2D) {
  const dish = emptyDish()
  serve(dish)
  paintCounter(ctx)
  paintChopsticks(ctx)
  paintBowl(ctx)
  paintRelief(ctx, {
    camera,
    height: surface(dish),
    shade: shadeFood(dish),
    width,
    bottom: height,
    step: 0.0005,
    bevel: 1.5,
  })
  paintSteam(ctx)
  finish(ctx, { bloom: 0.3, spread: 0.016, vignette: 0.4, contrast: 1.06, saturation: 1.06 })
}

export const still: Still = { slug: 'ramen-bowl-steam', width, height, quality: 84, paint }
