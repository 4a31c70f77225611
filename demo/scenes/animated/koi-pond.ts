import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { fract, lerp, smoothstep, TAU, wave } from '../kit/curve.ts'
import { finish } from '../kit/finish.ts'
import { drawKoi, drawKoiShadow, type Koi, type KoiCoat, koiTexture, swimTrack } from '../kit/koi.ts'
import { lilyPad, waterLily } from '../kit/lily-pad.ts'
import { type LeafTones, mapleLeafSprite } from '../kit/maple-leaf.ts'
import { once } from '../kit/once.ts'
import { random } from '../kit/random.ts'
import { shadedLayer } from '../kit/shaded-layer.ts'
import { noiseTile, tileAt } from '../kit/tile-noise.ts'
import type { Scene } from '../scene.ts'

const S = 1080
const WATER: [number, number, number] = [22, 72, 74]

/** Pebbles under green water, deeper towards the lower right. */
function paintBottom(): Canvas {
  const silt = noiseTile(2, { size: 512, cells: 4, octaves: 6, gain: 0.55 })
  const canvas = createCanvas(S, S)
  const c = canvas.getContext('2d')
  c.drawImage(
    shadedLayer(S, S).paint((x, y, out) => {
      const deep = smoothstep(0, 1500, Math.hypot(x - 200, y - 60))
      const n = tileAt(silt, x / 900, y / 900)
      out[0] = lerp(58, 8, deep) + 30 * (n - 0.5)
      out[1] = lerp(116, 42, deep) + 36 * (n - 0.5)
      out[2] = lerp(104, 52, deep) + 30 * (n - 0.5)
    }),
    0,
    0,
  )
  const next = random(4)
  for (let i = 0; i < 5200; i++) {
    const x = next() * S
    const y = next() * S
    const deep = smoothstep(0, 1300, Math.hypot(x - 200, y - 60))
    const bed = tileAt(silt, x / 520 + 0.4, y / 520)
    if (bed < 0.46 + 0.25 * next()) continue
    const r = 3 + 13 * next() ** 2.2
    const turn = next() * 3
    const flat = 0.66 + 0.24 * next()
    const light = lerp(66, 18, deep) + 34 * (next() - 0.5) * (1 - 0.6 * deep)
    c.fillStyle = `rgba(3,22,24,${0.4 * (1 - 0.6 * deep)})`
    c.beginPath()
    c.ellipse(x + r * 0.16, y + r * 0.24, r * 1.06, r * flat * 1.06, turn, 0, TAU)
    c.fill()
    const stone = c.createRadialGradient(x - r * 0.4, y - r * 0.4, 0, x, y, r)
    stone.addColorStop(0, `rgba(${light + 26},${light + 58},${light + 46},0.9)`)
    stone.addColorStop(1, `rgba(${light - 6},${light + 26},${light + 20},0.9)`)
    c.fillStyle = stone
    c.beginPath()
    c.ellipse(x, y, r, r * flat, turn, 0, TAU)
    c.fill()
  }
  return canvas
}

/** Light focused by the surface: the folded-sine field of J. Hoskins' "Tileable Water Caustic", each fold whole turns a loop. */
function causticField(size: number) {
  const field = new Float32Array(size * size)
  const turns = [1, -1, 1, -2, 1]
  return (phase: number): Float32Array => {
    for (let py = 0, i = 0; py < size; py++) {
      for (let px = 0; px < size; px++, i++) {
        const x = (px / size) * TAU - 250
        const y = (py / size) * TAU - 250
        let a = x
        let b = y
        let sum = 1
        for (let n = 0; n < 5; n++) {
          const t = TAU * phase * (turns[n] as number) + n * 1.3
          const na = x + Math.cos(t - a) + Math.sin(t + b)
          b = y + Math.sin(t - b) + Math.cos(t + a)
          a = na
          sum += 1 / Math.hypot(x / (Math.sin(a + t) / 0.005), y / (Math.cos(b + t) / 0.005))
        }
        field[i] = Math.min(1, Math.abs(1.17 - (sum / 5) ** 1.4) ** 8)
      }
    }
    return field
  }
}

type Ring = { x: number; y: number; start: number; strength: number }

const RINGS: Ring[] = [
  { x: 690, y: 300, start: 0.1, strength: 1 },
  { x: 300, y: 690, start: 0.45, strength: 0.8 },
  { x: 860, y: 760, start: 0.75, strength: 0.9 },
]

/** Bends what lies below by the slope of the surface, then adds caustics and the sky's sheen. */
function surfacePainter() {
  const layer = shadedLayer(S, S)
  const swell = noiseTile(9, { size: 256, cells: 5, octaves: 3, gain: 0.45 })
  const size = 300
  const caustics = causticField(size)
  return (below: Uint8ClampedArray, phase: number): Canvas => {
    const field = { size, data: caustics(phase) }
    return layer.paint((x, y, out) => {
      const h0 = tileAt(swell, x / 640 + phase, y / 640)
      const h1 = tileAt(swell, x / 420, y / 420 - phase)
      let dx = (h0 - 0.5) * 9
      let dy = (h1 - 0.5) * 9
      let gleam = 0
      for (const ring of RINGS) {
        const life = fract(phase * 2 + ring.start)
        const rx = x - ring.x
        const ry = y - ring.y
        const r = Math.hypot(rx, ry) + 0.01
        const away = r - 330 * life
        if (away > 60 || away < -60) continue
        const force =
          ring.strength *
          (1 - life) ** 1.5 *
          smoothstep(0, 0.06, life) *
          Math.exp(-((away / 24) ** 2)) *
          Math.sin(away / 5.5)
        dx += (rx / r) * force * 7
        dy += (ry / r) * force * 7
        gleam += (force * (-rx - ry)) / r
      }
      const sx = Math.min(S - 1, Math.max(0, Math.round(x + dx)))
      const sy = Math.min(S - 1, Math.max(0, Math.round(y + dy)))
      const i = (sy * S + sx) * 4
      const light = tileAt(field, (x + dx * 3) / 760, (y + dy * 3) / 760)
      const shine = smoothstep(0.62, 0.95, 0.55 * h0 + 0.45 * h1) * (1 - (x + y) / 2600)
      const add = 64 * light + 60 * shine + 46 * gleam
      const lift = 1 + 0.6 * light
      out[0] = (below[i] as number) * lift + add * 0.72
      out[1] = (below[i + 1] as number) * lift + add * 0.96
      out[2] = (below[i + 2] as number) * lift + add * 0.92
    })
  }
}

const WHITE: KoiCoat['base'] = [238, 232, 222]
const RED: KoiCoat['base'] = [214, 62, 26]
const INK: KoiCoat['base'] = [26, 28, 34]
const COATS: KoiCoat[] = [
  { base: [104, 84, 58], patch: [128, 104, 68], cover: 0.5 },
  { base: [98, 116, 134], patch: [190, 84, 44], cover: 0.32 },
  { base: WHITE, patch: RED, cover: 0.46 },
  { base: [232, 168, 60], patch: [246, 196, 92], cover: 0.5 },
  { base: WHITE, patch: RED, ink: INK, cover: 0.42, head: true },
  { base: WHITE, patch: [226, 78, 30], cover: 0.52, head: false },
  { base: [40, 40, 46], patch: [206, 66, 30], ink: [232, 226, 216], cover: 0.38 },
]
const TRACKS = [
  { x: 700, y: 640, rx: 430, ry: 300, bend: 60, turn: 0.4, back: true },
  { x: 380, y: 420, rx: 360, ry: 300, bend: 50, turn: 2.2 },
  { x: 560, y: 560, rx: 300, ry: 220, bend: 44, turn: 0.9 },
  { x: 640, y: 330, rx: 420, ry: 240, bend: 46, turn: 2.9, back: true },
  { x: 460, y: 730, rx: 380, ry: 250, bend: 40, turn: 0.1 },
  { x: 620, y: 520, rx: 470, ry: 360, bend: 70, turn: 1.4 },
  { x: 330, y: 620, rx: 350, ry: 300, bend: 60, turn: 3.6, back: true },
]

function stockPond(): Koi[] {
  return COATS.map((coat, i) => {
    const depth = 0.8 - i * 0.12
    const texture = koiTexture(50 + i * 3, coat, Math.max(0.06, depth), WATER)
    return {
      texture,
      fin: coat.base,
      track: swimTrack(TRACKS[i] as (typeof TRACKS)[number]),
      start: fract(i * 0.381 + 0.05),
      size: 0.66 + 0.055 * i,
      beats: 8 + (i % 3) * 2,
      depth: Math.max(0.06, depth),
    }
  })
}

/** All fish shadows together, painted at a quarter of the size, so that they are soft and cost little. */
function shadowPainter() {
  const sharp = createCanvas(S / 4, S / 4)
  const soft = createCanvas(S / 4, S / 4)
  const a = sharp.getContext('2d')
  const b = soft.getContext('2d')
  return (pond: Koi[], phase: number): Canvas => {
    a.clearRect(0, 0, S / 4, S / 4)
    a.save()
    a.scale(0.25, 0.25)
    for (const koi of pond) drawKoiShadow(a, koi, phase)
    a.restore()
    b.globalCompositeOperation = 'source-over'
    b.clearRect(0, 0, S / 4, S / 4)
    b.filter = 'blur(2.6px)'
    b.drawImage(sharp, 0, 0)
    b.filter = 'none'
    b.globalCompositeOperation = 'source-in'
    b.fillStyle = 'rgba(2,18,22,0.66)'
    b.fillRect(0, 0, S / 4, S / 4)
    return soft
  }
}

type Floating = {
  sprite: Canvas
  shade: Canvas
  x: number
  y: number
  turn: number
  reach: number
  beat: number
  lift: number
}

function shadeOf(sprite: Canvas): Canvas {
  const canvas = createCanvas(sprite.width, sprite.height)
  const c = canvas.getContext('2d')
  c.filter = 'blur(7px)'
  c.drawImage(sprite, 0, 0)
  c.filter = 'none'
  c.globalCompositeOperation = 'source-in'
  c.fillStyle = 'rgba(2,16,20,0.62)'
  c.fillRect(0, 0, sprite.width, sprite.height)
  return canvas
}

function drawFloating(c: SKRSContext2D, f: Floating, phase: number, shade: boolean): void {
  c.save()
  c.translate(f.x + f.reach * wave(phase, 1, f.beat), f.y + f.reach * wave(phase, 1, f.beat + 0.21))
  if (shade) c.translate(f.lift * 0.75, f.lift)
  c.rotate(f.turn + (f.reach / 160) * wave(phase, 1, f.beat + 0.4))
  const sprite = shade ? f.shade : f.sprite
  c.drawImage(sprite, -sprite.width / 2, -sprite.height / 2)
  c.restore()
}

/** Pads gather in two corners; maple leaves drift between them; one lily is open. */
function strewSurface(): Floating[] {
  const next = random(12)
  const pads = [
    [930, 96, 128, 128],
    [1040, 270, 96, 112],
    [770, 40, 84, 96],
    [1010, 420, 58, 90],
    [860, 236, 62, 118],
    [70, 1010, 136, 124],
    [240, 1056, 86, 100],
    [44, 830, 82, 116],
    [196, 908, 56, 92],
    [1060, 1040, 90, 122],
  ] as const
  const floating = pads.map(([x, y, r, hue]): Floating => {
    const sprite = lilyPad(next, r, hue)
    return { sprite, shade: shadeOf(sprite), x, y, turn: next() * TAU, reach: 3, beat: next(), lift: 34 }
  })
  const lily = waterLily(62)
  floating.push({
    sprite: lily,
    shade: shadeOf(lily),
    x: 905,
    y: 178,
    turn: 0.2,
    reach: 3,
    beat: 0.3,
    lift: 14,
  })
  const tones: LeafTones[] = [
    { light: '#f0682c', body: '#d23a1c', vein: '#8c1d12' },
    { light: '#f7a23e', body: '#e2701e', vein: '#a8480f' },
    { light: '#d8402a', body: '#a81f1c', vein: '#6a1014' },
    { light: '#ffd36a', body: '#efa52e', vein: '#b8701a' },
  ]
  const leaves = [
    [236, 210, 40],
    [520, 150, 34],
    [700, 872, 44],
    [420, 930, 32],
    [900, 600, 36],
    [130, 520, 34],
    [600, 470, 28],
    [340, 380, 26],
    [820, 990, 30],
  ] as const
  leaves.forEach(([x, y, r], i) => {
    const sprite = mapleLeafSprite(r, tones[i % 4] as LeafTones)
    floating.push({
      sprite,
      shade: shadeOf(sprite),
      x,
      y,
      turn: next() * TAU,
      reach: 14 + 8 * next(),
      beat: next(),
      lift: 26,
    })
  })
  return floating
}

function prepare(): (c: SKRSContext2D, phase: number) => void {
  const bottom = paintBottom()
  const pond = stockPond()
  const surface = surfacePainter()
  const floating = strewSurface()
  const shadows = shadowPainter()
  const below = createCanvas(S, S)
  return (c, phase) => {
    const b = below.getContext('2d')
    b.drawImage(bottom, 0, 0)
    b.drawImage(shadows(pond, phase), 0, 0, S, S)
    for (const f of floating) drawFloating(b, f, phase, true)
    for (const koi of pond) drawKoi(b, koi, phase)
    c.drawImage(surface(b.getImageData(0, 0, S, S).data, phase), 0, 0)
    for (const f of floating) drawFloating(c, f, phase, false)
    finish(c, { vignette: 0.4, grain: 0 })
  }
}

const painter = once(prepare)

export const scene: Scene = {
  slug: 'koi-pond',
  width: S,
  height: S,
  fps: 24,
  seconds: 10,
  draw: (c, phase) => painter()(c, phase),
}
