import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { blossomBranch } from '../kit/blossom-branch.ts'
import { paintKeep } from '../kit/castle-keep.ts'
import { clamp, lerp } from '../kit/curve.ts'
import { finish } from '../kit/finish.ts'
import { paintMass } from '../kit/foliage.ts'
import { cellRandom, fbm, noise } from '../kit/gradient-noise.ts'
import { deviceScale, pixelPass } from '../kit/pixel-pass.ts'
import { random } from '../kit/random.ts'
import { mix, ramp, scaled, smooth, type Tone, tone } from '../kit/tones.ts'
import type { Still } from '../scene.ts'

const width = 2560
const height = 1707
const waterline = 1290
const haze = tone('#f3e4dc')

function paintSky(ctx: SKRSContext2D) {
  const blue = ramp(
    [0, tone('#5d9bd0')],
    [0.5, tone('#a5cbe4')],
    [0.85, tone('#ecdfdc')],
    [1, tone('#f6dfcf')],
  )
  pixelPass(ctx, { x: 0, y: 0, width, height: waterline }, (x, y, out) => {
    const thick = fbm(x / 620 + 2, y / 250, 6, 5)
    const above = fbm(x / 620 + 1.95, y / 250 - 0.12, 5, 5)
    const cover = smooth(0.02, 0.5, thick + 0.12) * smooth(1000, 300, y)
    const cloud = mix(tone('#bccbe0'), tone('#fffaf3'), clamp(0.66 + (thick - above) * 1.5))
    const c = mix(blue(y / 1000), cloud, cover * 0.85)
    out[0] = c[0]
    out[1] = c[1]
    out[2] = c[2]
  })
}

/** A dry-stone wall: courses of dressed blocks, larger below, each face tilted a little its own way. */
function stoneWall(
  ctx: SKRSContext2D,
  left: readonly [number, number],
  right: readonly [number, number],
  top: number,
  foot: number,
  tint: Tone,
  seed: number,
) {
  pixelPass(
    ctx,
    {
      x: Math.min(left[0], left[1]),
      y: top,
      width: Math.max(right[0], right[1]) - Math.min(left[0], left[1]),
      height: foot - top,
    },
    (x, y, out) => {
      const down = (y - top) / (foot - top)
      const curve = down ** 1.5
      const from = lerp(left[0], left[1], curve)
      const to = lerp(right[0], right[1], curve)
      if (x < from || x > to) {
        out[3] = 0
        return
      }
      const course = foot - top > 205 ? 30 : 34
      const warpY = y - top + 7 * noise(x / 90, y / 70, seed) + 3 * noise(x / 25, y / 25, seed + 1)
      const row = Math.floor(warpY / course)
      const v = warpY / course - row
      const long = course * (2.2 + 1.1 * cellRandom(row, 7, seed))
      const along = (x + 6 * noise(y / 24, x / 60, seed)) / long + cellRandom(row, 3, seed) * 9
      const column = Math.floor(along)
      const split = 0.5 + 0.4 * (cellRandom(column, row, seed) - 0.5)
      const u = along - column
      const block = u < split ? column * 2 : column * 2 + 1
      const inBlock = u < split ? u / split : (u - split) / (1 - split)
      const jointX = Math.min(inBlock, 1 - inBlock) * long * 0.5
      const jointY = Math.min(v, 1 - v) * course
      const joint = smooth(0.5, 3.2, Math.min(jointX, jointY) + 1.2 * noise(x / 6, y / 6, seed))
      const face = cellRandom(block, row, seed + 2)
      const tilt = (cellRandom(block, row, seed + 3) - 0.5) * (inBlock - 0.5) * 0.34 - (v - 0.5) * 0.22
      const rough = 0.13 * fbm(x / 9, y / 9, 4, seed) + 0.1 * fbm(x / 46, y / 60, 3, seed + 1)
      const corner = smooth(to - 60 - 20 * (row % 2), to - 56 - 20 * (row % 2), x) * 0.16
      const light = 0.56 + 0.26 * (face - 0.5) + tilt + rough + corner - 0.18 * smooth(0.25, 1, down)
      const moss = smooth(0.1, 0.45, fbm(x / 120, y / 90, 4, seed + 6) + 0.35 * (down - 0.6))
      let c = mix(tint, mix(tint, tone('#b89a76'), 0.5), smooth(0.4, 0.9, cellRandom(block, row, seed + 5)))
      c = mix(scaled(c, light * 1.28), scaled(tone('#77824a'), light), moss * 0.42)
      c = mix(scaled(c, 0.28), c, joint)
      c = mix(c, haze, 0.1)
      out[0] = c[0] * 1.02
      out[1] = c[1]
      out[2] = c[2] * 0.98
      out[3] = clamp(Math.min(x - from, to - x) + 0.5)
    },
  )
}

/** Pines and cherries along the top of the outer wall, drawn as clumps, shade first. */
function trees(ctx: SKRSContext2D) {
  const roll = random(9)
  const pine = ['#12261d', '#1d3a2a', '#2f5638', '#527a48', '#8ba75e'].map(tone)
  const cherry = ['#b8859a', '#d3a1b2', '#e9bfca', '#f6d8dc', '#fff0ef', '#fffaf8'].map(tone)
  const far = ['#6f8a80', '#83998a', '#9aab93', '#b4bd9f'].map(tone)
  for (let i = 0; i < 46; i++)
    paintMass(ctx, {
      x: roll() * width,
      y: 1010 + roll() * 60,
      rx: 70 + roll() * 70,
      ry: 34 + roll() * 34,
      tones: far,
      leaves: 260,
      leaf: 5,
      random: roll,
    })
  for (let i = 0; i < 30; i++) {
    const x = roll() * width
    if (Math.abs(x - 1330) < 470) continue
    paintMass(ctx, {
      x,
      y: 985 + roll() * 80,
      rx: 60 + roll() * 70,
      ry: 30 + roll() * 34,
      tones: roll() < 0.4 ? pine : cherry,
      leaves: 700,
      leaf: 4.6,
      random: roll,
    })
  }
  for (let i = 0; i < 64; i++) {
    const x = roll() * width
    const pinkish = roll() < 0.72
    const y = 1075 + roll() * 34
    paintMass(ctx, {
      x,
      y,
      rx: 50 + roll() * 62,
      ry: 26 + roll() * 30,
      tones: pinkish ? cherry : pine,
      leaves: pinkish ? 900 : 600,
      leaf: pinkish ? 3.6 : 4.4,
      slender: pinkish ? 0.2 : 0.6,
      random: roll,
    })
  }
}

/** The moat: the upper picture mirrored, drawn out by ripples, greened, with petals adrift. */
function moat(ctx: SKRSContext2D) {
  const scale = deviceScale(ctx)
  const w = Math.round(width * scale)
  const top = Math.round(waterline * scale)
  const source = ctx.getImageData(0, 0, w, top).data
  const rows = height - waterline
  pixelPass(ctx, { x: 0, y: waterline, width, height: rows }, (x, y, out) => {
    const down = (y - waterline) / rows
    const far = 1 / (0.06 + down)
    const wx = (x - 1280) * far * 0.011
    const wz = far * 6
    const ripple = fbm(wx * 0.9, wz * 2.2, 4, 3)
    const calm = smooth(-0.25, 0.35, fbm(x / 420, y / 60, 3, 8))
    const sx = clamp(Math.round((x + ripple * (6 + 46 * down) * calm) * scale), 0, w - 1)
    const sy = clamp(
      Math.round((waterline - (y - waterline) * 2.35 - ripple * (16 + 90 * down) * (0.25 + calm)) * scale),
      0,
      top - 1,
    )
    const i = (sy * w + sx) * 4
    const fresnel = lerp(0.86, 0.52, down)
    const deep = mix(tone('#2b4a45'), tone('#16302f'), down)
    const glint = smooth(0.34, 0.6, ripple) * 0.16
    for (let k = 0; k < 3; k++)
      out[k] = lerp(deep[k] as number, ((source[i + k] as number) / 255) * 0.93, fresnel) + glint
  })
  const roll = random(31)
  for (let raft = 0; raft < 26; raft++) {
    const near = roll() ** 1.4
    const cy = waterline + 16 + near * 390
    const cx = roll() * width
    const spread = 60 + near * 420
    for (let i = 0; i < 130; i++) {
      const x = cx + (roll() + roll() + roll() - 1.5) * spread
      const y = cy + (roll() + roll() - 1) * (5 + near * 26) + 10 * noise(x / 160, raft)
      if (y < waterline + 6) continue
      const size = (1 + near * 5.4) * (0.6 + roll() * 0.7)
      ctx.fillStyle = `rgba(${238 + roll() * 17},${196 + roll() * 46},${206 + roll() * 40},${0.5 + roll() * 0.45})`
      ctx.beginPath()
      ctx.ellipse(x, y, size, size * 0.42, (roll() - 0.5) * 0.8, 0, 7)
      ctx.fill()
    }
  }
}

function paint(ctx: SKRSContext2D) {
  paintSky(ctx)
  const keep = createCanvas(Math.round(1100 * deviceScale(ctx)), Math.round(960 * deviceScale(ctx)))
  const k = keep.getContext('2d')
  k.scale(deviceScale(ctx), deviceScale(ctx))
  paintKeep(k, 530, 890)
  stoneWall(ctx, [905, 780], [1720, 1850], 905, 1130, tone('#b9ae9d'), 3)
  ctx.drawImage(keep, 1312 - 530 * 1.1, 922 - 890 * 1.1, 1100 * 1.1, 960 * 1.1)
  pixelPass(
    ctx,
    { x: 0, y: 760, width, height: 400 },
    (x, y, out) => {
      for (let i = 0; i < 3; i++) out[i] = haze[i] as number
      out[3] = 0.34 * smooth(760, 1100, y) * (0.8 + 0.3 * noise(x / 300, y / 90))
    },
    0.25,
  )
  trees(ctx)
  stoneWall(ctx, [-60, -80], [2640, 2660], 1098, waterline, tone('#aaa294'), 11)
  moat(ctx)
  const roll = random(77)
  blossomBranch(ctx, { from: [-120, 60], to: [980, 250], sag: 110, thick: 44, seed: 3, blossom: 11 })
  blossomBranch(ctx, { from: [-80, 420], to: [560, 640], sag: 70, thick: 30, seed: 8, blossom: 12 })
  blossomBranch(ctx, { from: [2700, -60], to: [1830, 250], sag: 120, thick: 40, seed: 5, blossom: 11 })
  blossomBranch(ctx, { from: [2680, 330], to: [2190, 560], sag: 60, thick: 24, seed: 12, blossom: 12 })
  for (let i = 0; i < 120; i++) {
    const size = 2.5 + roll() ** 3 * 9
    ctx.fillStyle = `rgba(255,${214 + roll() * 30},${222 + roll() * 24},${0.5 + roll() * 0.5})`
    ctx.beginPath()
    ctx.ellipse(roll() * width, 300 + roll() * 1200, size, size * (0.35 + roll() * 0.4), roll() * 6, 0, 7)
    ctx.fill()
  }
  finish(ctx, { bloom: 0.2, vignette: 0.2, contrast: 1.05, saturation: 1.04 })
}

export const still: Still = { slug: 'osaka-castle-spring', width, height, quality: 80, paint }
