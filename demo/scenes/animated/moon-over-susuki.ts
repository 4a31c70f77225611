import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { lerp, smoothstep, TAU } from '../kit/curve.ts'
import { finish } from '../kit/finish.ts'
import { blurred } from '../kit/layer.ts'
import { once } from '../kit/once.ts'
import { random } from '../kit/random.ts'
import { shadedLayer } from '../kit/shaded-layer.ts'
import { type PlumeTint, plumeSprite } from '../kit/susuki.ts'
import { driftAt, noiseTile, tileAt } from '../kit/tile-noise.ts'
import type { Scene } from '../scene.ts'

const W = 1920
const H = 1080
const MOON = { x: 1270, y: 372, r: 178 }
const WATER = { top: 742, bottom: 880 }

function skyPainter() {
  const layer = shadedLayer(W / 2, WATER.bottom / 2)
  const cloud = noiseTile(11, { size: 512, cells: 4, octaves: 6, gain: 0.55 })
  const maria = noiseTile(31, { size: 256, cells: 4, octaves: 5 })
  return (phase: number) =>
    layer.paint((px, py, out) => {
      const x = px * 2
      const yy = py * 2
      const inWater = yy > WATER.top
      let y = yy
      let sx = x
      let dim = 1
      if (inWater) {
        const depth = (yy - WATER.top) / (WATER.bottom - WATER.top)
        const rip =
          tileAt(cloud, x / (300 + 500 * depth) + phase, yy / (20 + 30 * depth) + phase) +
          tileAt(cloud, x / (500 + 500 * depth) - phase, yy / (14 + 26 * depth)) -
          1
        y = WATER.top - (yy - WATER.top) * 3.1 + rip * 190 * (0.3 + depth)
        sx = x + rip * 60
        dim = 0.8
      }
      const v = Math.min(1, Math.max(0, y / 760))
      let r = lerp(7, 58, v ** 1.6) + 92 * v ** 5
      let g = lerp(22, 100, v ** 1.5) + 30 * v ** 5
      let b = lerp(54, 136, v ** 1.2) - 8 * v ** 5
      const dx = sx - MOON.x
      const dy = y - MOON.y
      const d = Math.hypot(dx, dy)
      const halo = Math.exp(-Math.max(0, d - MOON.r) / 150) * 0.5 + Math.exp(-d / 620) * 0.36
      r += 158 * halo
      g += 122 * halo
      b += 52 * halo
      const face = smoothstep(MOON.r + 1.4, MOON.r - 1.4, d)
      if (face > 0) {
        const m = smoothstep(0.44, 0.78, tileAt(maria, dx / 470 + 0.31, dy / 470 + 0.12)) * 0.8
        const limb = 1 - 0.2 * (d / MOON.r) ** 3
        const low = 1 - 0.07 * (dy / MOON.r)
        r = lerp(r, (255 - 30 * m) * limb, face)
        g = lerp(g, (240 - 46 * m) * limb * (0.98 + 0.02 * low), face)
        b = lerp(b, (196 - 56 * m) * limb * low, face)
      }
      const warp = tileAt(cloud, sx / 1700, y / 1100) * 0.2
      const n = driftAt(cloud, sx / 2100 + warp, y / 520 + warp, 0.1, 0, phase)
      const fine = driftAt(cloud, sx / 900 + warp, y / 210, 0.16, 0, phase)
      const band = smoothstep(40, 300, y) * smoothstep(740, 560, y)
      const c =
        smoothstep(0.42, 0.82, n * 0.74 + fine * 0.26 + 0.05 * Math.exp(-(((y - 400) / 90) ** 2))) *
        (0.3 + 0.7 * band) *
        0.84
      const lit = Math.exp(-d / 270)
      const edge = c * (1 - c) * 4
      r = lerp(r, 40 + 200 * lit + 34 * edge * lit, c)
      g = lerp(g, 60 + 158 * lit + 26 * edge * lit, c)
      b = lerp(b, 100 + 78 * lit + 10 * edge * lit, c)
      if (inWater) {
        const far = 1 - (yy - WATER.top) / (WATER.bottom - WATER.top)
        r = r * dim + 10 * far
        g = g * dim + 12 * far
        b = b * dim + 16 * far
      }
      out[0] = r
      out[1] = g
      out[2] = b
    })
}

function ridgeLayer(
  seed: number,
  base: number,
  rise: number,
  top: string,
  bottom: string,
  trees: number,
): Canvas {
  const canvas = createCanvas(W + 80, H)
  const c = canvas.getContext('2d')
  const shape = noiseTile(seed, { size: 512, cells: 3, octaves: 6, gain: 0.48 })
  const fill = c.createLinearGradient(0, base - rise, 0, base)
  fill.addColorStop(0, top)
  fill.addColorStop(1, bottom)
  c.fillStyle = fill
  c.beginPath()
  c.moveTo(0, base)
  for (let x = 0; x <= W + 80; x += 2) {
    const tree = trees * tileAt(shape, x / 90, 0.7) ** 2
    c.lineTo(x, base - rise * tileAt(shape, x / 2600, 0.2) - tree)
  }
  c.lineTo(W + 80, base)
  c.fill()
  return canvas
}

/** Low mist along the far shore, breathing once a loop. */
function drawMist(c: SKRSContext2D, phase: number): void {
  const breath = 0.5 + 0.12 * Math.sin(TAU * phase)
  const mist = c.createLinearGradient(0, 650, 0, 800)
  mist.addColorStop(0, 'rgba(150,160,176,0)')
  mist.addColorStop(0.55, `rgba(158,160,172,${breath})`)
  mist.addColorStop(1, 'rgba(150,160,176,0)')
  c.fillStyle = mist
  c.fillRect(0, 650, W, 150)
}

type Stalk = {
  x: number
  root: number
  height: number
  size: number
  lean: number
  beat: number
  kind: number
  flip: boolean
}

function field(seed: number, count: number, row: { root: number; height: number; size: number }): Stalk[] {
  const next = random(seed)
  const stalks: Stalk[] = []
  for (let i = 0; i < count; i++) {
    const clump = Math.sin(i * 1.7) * 0.4 + next()
    stalks.push({
      x: -120 + ((W + 240) * (i + next() * 1.4 - 0.7)) / count,
      root: row.root + 40 * next(),
      height: row.height * (0.5 + 0.42 * clump),
      size: row.size * (0.8 + 0.4 * next()),
      lean: 0.1 + 0.16 * next(),
      beat: next(),
      kind: Math.floor(next() * 5),
      flip: next() < 0.12,
    })
  }
  return stalks
}

/** Wind runs rightwards as a long gust with a shorter flutter on it; both come round once or thrice a loop. */
function bend({ x, beat }: Stalk, phase: number): number {
  const gust = Math.sin(TAU * (phase - x / 1500))
  const flutter = Math.sin(TAU * (phase * 3 + beat)) * 0.14
  const own = Math.sin(TAU * (phase * 2 + beat * 3 - x / 700)) * 0.3
  return 0.075 * (gust + flutter + own)
}

function drawStalk(c: SKRSContext2D, s: Stalk, phase: number, plume: Canvas, color: string): void {
  const sway = s.lean + bend(s, phase)
  const tipX = s.x + s.height * sway
  const tipY = s.root - s.height * (1 - sway * sway * 0.4)
  c.strokeStyle = color
  c.lineWidth = 5.5 * s.size
  c.beginPath()
  c.moveTo(s.x, s.root)
  c.quadraticCurveTo(s.x + s.height * sway * 0.15, s.root - s.height * 0.6, tipX, tipY)
  c.stroke()
  c.save()
  c.translate(tipX, tipY)
  c.rotate(sway * 1.9 - 0.05)
  c.scale(s.flip ? -s.size : s.size, s.size)
  c.drawImage(plume, -120, -404)
  const near = Math.exp(-Math.abs(tipX - MOON.x) / 520)
  c.globalCompositeOperation = 'screen'
  c.globalAlpha = 0.55 * near
  c.drawImage(plume, -120, -404)
  c.restore()
}

type Blade = { x: number; root: number; length: number; lean: number; width: number; beat: number }

function blades(seed: number, count: number, root: number, length: number): Blade[] {
  const next = random(seed)
  return Array.from({ length: count }, () => ({
    x: -100 + (W + 200) * next(),
    root: root + 30 * next(),
    length: length * (0.55 + 0.6 * next()),
    lean: (next() - 0.4) * 1.5,
    width: 4 + 5 * next(),
    beat: next(),
  }))
}

function drawBlade(c: SKRSContext2D, b: Blade, phase: number): void {
  const sway =
    b.lean + 0.12 * Math.sin(TAU * (phase - b.x / 1500)) + 0.04 * Math.sin(TAU * (phase * 2 + b.beat))
  const midX = b.x + b.length * sway * 0.28
  const midY = b.root - b.length * 0.8
  const tipX = b.x + b.length * sway * 0.95
  const tipY = b.root - b.length * (1 - Math.abs(sway) * 0.55)
  c.beginPath()
  c.moveTo(b.x - b.width, b.root)
  c.quadraticCurveTo(midX - b.width * 0.5, midY, tipX, tipY)
  c.quadraticCurveTo(midX + b.width * 0.8, midY + 8, b.x + b.width, b.root)
  c.fill()
}

const TINTS: PlumeTint[] = [
  { core: '#5a6478', hair: '#8b93a3', rim: '#cfc9b4' },
  { core: '#4d5163', hair: '#958f8c', rim: '#f0dfb2' },
  { core: '#2c2f3f', hair: '#8f8376', rim: '#ffe9b4' },
]

function prepare(): (c: SKRSContext2D, phase: number) => void {
  const sky = skyPainter()
  const far = ridgeLayer(5, 752, 230, '#3a5474', '#5f7489', 4)
  const near = ridgeLayer(9, 756, 118, '#22364f', '#3d5268', 12)
  const next = random(77)
  // Rows further off are a little out of focus.
  const sprites = TINTS.map((tint, i) =>
    Array.from({ length: 5 }, () => blurred(plumeSprite(next, tint), [5, 2, 0][i] as number)),
  )
  const rows = [
    {
      stalks: field(1, 190, { root: 930, height: 150, size: 0.2 }),
      tint: 0,
      stem: '#3d4c60',
      ground: '#30435a',
      shades: ['#3d4f66', '#46586c', '#354860'],
      y: 850,
    },
    {
      stalks: field(2, 84, { root: 1010, height: 300, size: 0.42 }),
      tint: 1,
      stem: '#27323f',
      ground: '#1d2a3a',
      shades: ['#233244', '#2c3a49', '#3c4650'],
      y: 925,
    },
    {
      stalks: field(3, 27, { root: 1120, height: 620, size: 0.94 }),
      tint: 2,
      stem: '#12171f',
      ground: '#0b1019',
      shades: ['#0c121b', '#121a25', '#1c242d'],
      y: 1040,
    },
  ]
  const grass = [blades(21, 420, 940, 90), blades(22, 260, 1030, 190), blades(23, 150, 1130, 420)]
  const stars = Array.from({ length: 120 }, () => ({
    x: next() * W,
    y: next() ** 1.4 * 520,
    s: next(),
    b: next(),
  }))
  const seeds = Array.from({ length: 46 }, () => ({ x: next(), y: next(), z: next(), b: next() }))
  return (c, phase) => {
    c.imageSmoothingQuality = 'high'
    c.drawImage(sky(phase), 0, 0, W, WATER.bottom)
    for (const s of stars) {
      const away = Math.hypot(s.x - MOON.x, s.y - MOON.y)
      c.globalAlpha =
        (0.15 + 0.5 * s.s ** 3) * smoothstep(260, 760, away) * (0.8 + 0.2 * Math.sin(TAU * (phase * 2 + s.b)))
      c.fillStyle = '#e8eeff'
      c.beginPath()
      c.arc(s.x, s.y, 0.8 + 1.1 * s.s ** 4, 0, TAU)
      c.fill()
    }
    c.globalAlpha = 1
    c.fillStyle = '#30435a'
    c.fillRect(0, WATER.bottom - 6, W, H - WATER.bottom + 6)
    const pan = Math.sin(TAU * phase)
    c.drawImage(far, -40 + pan * 3, 0)
    c.drawImage(near, -40 + pan * 5, 0)
    drawMist(c, phase)
    rows.forEach((row, i) => {
      const shift = pan * (8 + 9 * i)
      c.save()
      c.translate(shift, 0)
      const ground = c.createLinearGradient(0, row.y, 0, row.y + 110)
      ground.addColorStop(0, `${row.ground}00`)
      ground.addColorStop(0.7, row.ground)
      c.fillStyle = ground
      c.fillRect(-60, row.y, W + 120, H - row.y)
      for (const b of grass[i] ?? []) {
        c.fillStyle = row.shades[Math.floor(b.beat * 3)] as string
        drawBlade(c, b, phase)
      }
      for (const s of row.stalks)
        drawStalk(c, s, phase, (sprites[row.tint] as Canvas[])[s.kind] as Canvas, row.stem)
      c.restore()
    })
    c.globalCompositeOperation = 'screen'
    for (const s of seeds) {
      const life = (phase + s.b) % 1
      const x = s.x * W + (life - 0.5) * (160 + 240 * s.z)
      const y = 360 + s.y * 520 - life * 90 + 24 * Math.sin(TAU * (life * 2 + s.x))
      c.globalAlpha = Math.sin(Math.PI * life) * (0.2 + 0.5 * s.z)
      c.fillStyle = '#ffeec4'
      c.beginPath()
      c.arc(x, y, 0.9 + 1.8 * s.z, 0, TAU)
      c.fill()
    }
    c.globalCompositeOperation = 'source-over'
    c.globalAlpha = 1
    finish(c, { grain: 0 })
  }
}

const painter = once(prepare)

export const scene: Scene = {
  slug: 'moon-over-susuki',
  width: W,
  height: H,
  fps: 24,
  seconds: 8,
  draw: (c, phase) => painter()(c, phase),
}
