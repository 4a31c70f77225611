import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { fract, lerp, smoothstep, TAU, wave } from '../kit/curve.ts'
import { finish } from '../kit/finish.ts'
import { type Hsl, hydrangeaHead, hydrangeaLeaf } from '../kit/hydrangea.ts'
import { drawKasugaLantern } from '../kit/kasuga-lantern.ts'
import { type LeafTones, spraySprite } from '../kit/maple-leaf.ts'
import { once } from '../kit/once.ts'
import { random } from '../kit/random.ts'
import { shadedLayer } from '../kit/shaded-layer.ts'
import { drawTempleGate } from '../kit/temple-gate.ts'
import { driftAt, noiseTile, tileAt } from '../kit/tile-noise.ts'
import type { Scene } from '../scene.ts'

const W = 1920
const H = 1080
const POOL = { top: 735, bottom: 945 }
const EAVE = 196
const TILES = 17

const leaf = (light: string, body: string): LeafTones => ({ light, body, vein: body })
const GREENS: LeafTones[] = [
  leaf('#35564c', '#2b4941'),
  leaf('#50735f', '#456653'),
  leaf('#7d9c74', '#6c8c66'),
  leaf('#a5bd86', '#94ae78'),
]

/** Mist, hills and wet trees: all that stands still beyond the pool. */
function paintGarden(): Canvas {
  const canvas = createCanvas(W + 60, POOL.top + 30)
  const c = canvas.getContext('2d')
  const next = random(8)
  const air = c.createLinearGradient(0, 0, 0, POOL.top)
  air.addColorStop(0, '#a9bfc2')
  air.addColorStop(0.55, '#d3dfdb')
  air.addColorStop(1, '#b6c9c3')
  c.fillStyle = air
  c.fillRect(0, 0, W + 60, H)
  const shape = noiseTile(3, { size: 256, cells: 3, octaves: 4 })
  const rows = [
    { top: 250, fall: 260, haze: 'rgba(190,208,208,0.78)', leaf: 5, count: 420 },
    { top: 380, fall: 240, haze: 'rgba(160,188,185,0.56)', leaf: 7, count: 380 },
    { top: 500, fall: 200, haze: 'rgba(112,146,140,0.26)', leaf: 9, count: 300 },
  ]
  for (const [i, row] of rows.entries()) {
    c.drawImage(paintTier(row, i, shape, next), 0, 0)
    if (i === 0) c.drawImage(paintHall(), 0, 0)
  }
  return canvas
}

/** The main hall, no more than a shape in the rain. */
function paintHall(): Canvas {
  const canvas = createCanvas(W + 60, POOL.top + 30)
  const c = canvas.getContext('2d')
  drawTempleGate(c, 800, 640, 255, {
    light: '#71858a',
    dark: '#52676d',
    rib: '#4a5e6466',
    edge: '#3c4f55',
    soffit: '#384a50',
    rafter: '#5d6f72',
    wood: '#4a5b5f',
    shade: '#37474c',
    plaster: '#a3b3b1',
    stone: '#7d908f',
    stoneShade: '#5c7071',
    plaque: '#3a4b50',
    gold: '#70858a',
  })
  c.globalCompositeOperation = 'source-atop'
  const haze = c.createLinearGradient(0, 230, 0, 640)
  haze.addColorStop(0, 'rgba(188,207,207,0.42)')
  haze.addColorStop(1, 'rgba(200,216,214,0.82)')
  c.fillStyle = haze
  c.fillRect(0, 0, W + 60, H)
  return canvas
}

type Tier = { top: number; fall: number; haze: string; leaf: number; count: number }

function paintTier(t: Tier, index: number, shape: ReturnType<typeof noiseTile>, next: () => number): Canvas {
  const canvas = createCanvas(W + 60, POOL.top + 30)
  const c = canvas.getContext('2d')
  const sprays = [0, 1, 2].map((k) =>
    spraySprite(next, {
      width: t.leaf * 26,
      height: t.leaf * 11,
      leaf: t.leaf,
      count: 150,
      tones: GREENS.slice(k === 2 ? 1 : 0, k === 0 ? 3 : 4),
    }),
  )
  for (let i = 0; i < t.count; i++) {
    const x = next() * (W + 60)
    const gap = index > 0 ? 210 * Math.exp(-(((x - 800) / (300 - 40 * index)) ** 2)) : 0
    const y =
      t.top +
      gap +
      t.fall * 1.6 * (0.6 - tileAt(shape, x / 1500 + index * 0.37, 0.4)) +
      (i / t.count) ** 1.3 * 330
    c.drawImage(sprays[i % 3] as Canvas, x - t.leaf * 13, y)
  }
  c.globalCompositeOperation = 'source-atop'
  c.fillStyle = t.haze
  c.fillRect(0, 0, W + 60, H)
  return canvas
}

type Head = { x: number; y: number; size: number; tone: number; beat: number }
type Bush = { leaves: Canvas; heads: Head[] }

const TONES: Hsl[] = [
  { hue: 222, saturation: 40, lightness: 56 },
  { hue: 244, saturation: 34, lightness: 60 },
  { hue: 268, saturation: 28, lightness: 60 },
  { hue: 210, saturation: 42, lightness: 62 },
  { hue: 300, saturation: 22, lightness: 70 },
]

/** Leaves painted once; heads kept apart, since each nods in its own time. */
function growBush(
  seed: number,
  box: { x: number; y: number; w: number; h: number },
  size: number,
  dim: number,
): Bush {
  const next = random(seed)
  const leaves = createCanvas(W, H)
  const c = leaves.getContext('2d')
  const inside = () => {
    const turn = Math.PI * (1 + next())
    const far = Math.sqrt(next())
    return {
      x: box.x + box.w * 0.5 * (1 + Math.cos(turn) * far),
      y: box.y + box.h * (1 + Math.sin(turn) * far),
    }
  }
  for (let i = 0; i < 420; i++) {
    const p = inside()
    c.save()
    c.translate(p.x, p.y + size * 0.8)
    c.rotate((next() - 0.5) * 3.4)
    hydrangeaLeaf(c, size * (1.1 + 0.7 * next()), {
      hue: 140 + 22 * next(),
      saturation: 26,
      lightness: 14 + 20 * (i / 420) * next() + dim,
    })
    c.restore()
  }
  const heads: Head[] = []
  for (let i = 0; i < 400 && heads.length < 15; i++) {
    const p = inside()
    const grown = size * (0.75 + 0.4 * next())
    if (heads.some((h) => Math.hypot(h.x - p.x, h.y - p.y) < (h.size + grown) * 0.8)) continue
    heads.push({ ...p, size: grown, tone: Math.floor(next() * 5), beat: next() })
  }
  return { leaves, heads: heads.sort((a, b) => a.y - b.y) }
}

function drawBush(c: SKRSContext2D, bush: Bush, heads: Canvas[], phase: number): void {
  c.drawImage(bush.leaves, 0, 0)
  for (const h of bush.heads) {
    const hit = fract(phase * 2 + h.beat)
    const nod = Math.exp(-hit * 7) * Math.sin(hit * 34)
    c.save()
    c.translate(h.x + 1.6 * wave(phase, 1, h.beat), h.y + h.size * 0.05 * nod)
    c.rotate(0.025 * nod + 0.012 * wave(phase, 1, h.beat))
    c.scale(h.size / 80, h.size / 80)
    c.drawImage(heads[h.tone] as Canvas, -96, -96)
    c.restore()
  }
}

/** The dark underside of the eave: rafters running out to a scalloped edge of tile backs. */
function paintEave(): Canvas {
  const canvas = createCanvas(W, H)
  const c = canvas.getContext('2d')
  const step = W / TILES
  const wood = c.createLinearGradient(0, 0, 0, EAVE)
  wood.addColorStop(0, '#0f0e11')
  wood.addColorStop(1, '#2a2626')
  c.fillStyle = wood
  c.fillRect(0, 0, W, EAVE - 26)
  for (let i = -6; i <= TILES + 6; i++) {
    const x = (i + 0.5) * step
    const far = W / 2 + (x - W / 2) * 1.5
    c.fillStyle = '#171416'
    c.beginPath()
    c.moveTo(x - 19, EAVE - 36)
    c.lineTo(x + 19, EAVE - 36)
    c.lineTo(far + 34, 0)
    c.lineTo(far - 34, 0)
    c.fill()
    c.fillStyle = '#4b4743'
    c.fillRect(x - 19, EAVE - 42, 38, 7)
    c.fillStyle = 'rgba(150,165,160,0.13)'
    c.beginPath()
    c.moveTo(x + (x < W / 2 ? 13 : -19), EAVE - 36)
    c.lineTo(x + (x < W / 2 ? 19 : -13), EAVE - 36)
    c.lineTo(far + (x < W / 2 ? 34 : -28), 0)
    c.lineTo(far + (x < W / 2 ? 28 : -34), 0)
    c.fill()
  }
  c.fillStyle = '#1c191a'
  c.fillRect(0, EAVE - 38, W, 20)
  c.fillStyle = '#35302e'
  c.fillRect(0, EAVE - 40, W, 3)
  for (let i = 0; i < TILES; i++) {
    const x = (i + 0.5) * step
    const lip = c.createLinearGradient(0, EAVE - 24, 0, EAVE + 6)
    lip.addColorStop(0, '#17181b')
    lip.addColorStop(1, '#3b4346')
    c.fillStyle = lip
    c.beginPath()
    c.moveTo(x - step / 2, EAVE - 24)
    c.lineTo(x + step / 2, EAVE - 24)
    c.lineTo(x + step / 2, EAVE - 12)
    c.quadraticCurveTo(x, EAVE + 22, x - step / 2, EAVE - 12)
    c.fill()
    c.strokeStyle = 'rgba(190,208,206,0.55)'
    c.lineWidth = 1.6
    c.beginPath()
    c.moveTo(x - step / 2, EAVE - 12)
    c.quadraticCurveTo(x, EAVE + 22, x + step / 2, EAVE - 12)
    c.stroke()
    c.fillStyle = '#202427'
    c.beginPath()
    c.arc(x - step / 2, EAVE - 18, 22, 0, TAU)
    c.fill()
    c.strokeStyle = '#566065'
    c.lineWidth = 2
    c.beginPath()
    c.arc(x - step / 2, EAVE - 18, 20, 0.2, Math.PI - 0.2)
    c.stroke()
  }
  return canvas
}

/** Polished boards of the veranda, and the pale garden mirrored in the wet wood. */
function paintVeranda(): Canvas {
  const canvas = createCanvas(W, H)
  const c = canvas.getContext('2d')
  const next = random(5)
  const deck = c.createLinearGradient(0, 975, 0, H)
  deck.addColorStop(0, '#6d7470')
  deck.addColorStop(0.12, '#3a3735')
  deck.addColorStop(1, '#151213')
  c.fillStyle = deck
  c.fillRect(0, 975, W, 105)
  for (let i = -10; i <= 26; i++) {
    const x = W / 2 + (i - 8) * 118
    const low = W / 2 + (i - 8) * 150
    c.strokeStyle = 'rgba(8,6,6,0.75)'
    c.lineWidth = 2.5
    c.beginPath()
    c.moveTo(x, 975)
    c.lineTo(low, H)
    c.stroke()
    c.fillStyle = `rgba(${150 + 40 * next()},170,166,${0.05 + 0.09 * next()})`
    c.beginPath()
    c.moveTo(x + 2, 978)
    c.lineTo(x + 116, 978)
    c.lineTo(low + 148, H)
    c.lineTo(low + 2, H)
    c.fill()
  }
  c.fillStyle = '#0d0b0c'
  c.fillRect(0, 968, W, 9)
  c.fillStyle = 'rgba(205,218,214,0.5)'
  c.fillRect(0, 966, W, 2.4)
  return canvas
}

/** The pillar on the left, with the garden's light on its outer edge. */
function paintPillar(): Canvas {
  const canvas = createCanvas(W, H)
  const c = canvas.getContext('2d')
  const next = random(15)
  const post = c.createLinearGradient(148, 0, 226, 0)
  post.addColorStop(0, '#100d0e')
  post.addColorStop(0.7, '#241d1c')
  post.addColorStop(0.94, '#5c5650')
  post.addColorStop(1, '#8b8f89')
  c.fillStyle = post
  c.fillRect(148, 0, 78, 990)
  for (let i = 0; i < 40; i++) {
    c.fillStyle = `rgba(0,0,0,${0.1 + 0.14 * next()})`
    c.fillRect(150 + 62 * next(), 60 + 600 * next(), 1.2, 120 + 260 * next())
  }
  return canvas
}

type Drip = { x: number; rate: number; start: number }

/** A drop swells on the lip, lets go, falls as a streak and breaks on the wet stones below. */
function drawDrip(c: SKRSContext2D, d: Drip, phase: number): void {
  const life = fract(phase * d.rate + d.start)
  const hang = 0.5
  const lip = EAVE + 5
  const ground = 948
  if (life < hang) {
    const swell = smoothstep(0, hang, life)
    drop(c, d.x, lip + 3 + 9 * swell ** 3, 2.2 + 5.5 * swell)
    return
  }
  const seconds = ((life - hang) * 8) / d.rate
  const y = lip + 12 + 1500 * seconds * seconds
  if (y < ground) {
    const speed = 3000 * seconds
    const tail = Math.min(150, speed * 0.042)
    const streak = c.createLinearGradient(0, y - tail, 0, y)
    streak.addColorStop(0, 'rgba(235,244,244,0)')
    streak.addColorStop(1, 'rgba(240,248,248,0.85)')
    const edge = c.createLinearGradient(0, y - tail, 0, y)
    edge.addColorStop(0, 'rgba(40,62,68,0)')
    edge.addColorStop(1, 'rgba(40,62,68,0.55)')
    c.fillStyle = edge
    c.fillRect(d.x - 2.8, y - tail, 5.6, tail)
    c.fillStyle = streak
    c.fillRect(d.x - 1.5, y - tail, 3, tail)
    drop(c, d.x, y, 5.5)
    return
  }
  const since = seconds - Math.sqrt((ground - lip - 12) / 1500)
  if (since > 0.42) return
  for (let i = 0; i < 7; i++) {
    const aside = (i - 3) * 46 + 18 * Math.sin(d.x + i)
    const up = 250 + 70 * Math.sin(d.x * 3 + i * 2)
    c.globalAlpha = 0.8 * (1 - since / 0.42)
    drop(c, d.x + aside * since, ground - up * since + 900 * since * since, 1.9)
  }
  c.globalAlpha = 1
}

function drop(c: SKRSContext2D, x: number, y: number, r: number): void {
  c.fillStyle = 'rgba(74,98,104,0.8)'
  c.beginPath()
  c.ellipse(x, y, r, r * 1.4, 0, 0, TAU)
  c.fill()
  c.fillStyle = 'rgba(214,228,228,0.9)'
  c.beginPath()
  c.ellipse(x, y, r * 0.85, r * 1.25, 0, 0, TAU)
  c.fill()
  c.fillStyle = 'rgba(60,80,84,0.55)'
  c.beginPath()
  c.ellipse(x, y - r * 0.45, r * 0.55, r * 0.5, 0, 0, TAU)
  c.fill()
  c.fillStyle = 'rgba(255,255,255,0.95)'
  c.beginPath()
  c.arc(x - r * 0.25, y + r * 0.4, r * 0.26, 0, TAU)
  c.fill()
}

type Ring = { x: number; y: number; start: number; rate: number }

function drawRing(c: SKRSContext2D, ring: Ring, phase: number): void {
  const life = fract(phase * ring.rate + ring.start)
  if (life > 0.5) return
  const age = life * 2
  const near = (ring.y - POOL.top) / (POOL.bottom - POOL.top)
  for (const lag of [0, 0.22]) {
    const grown = age - lag
    if (grown <= 0) continue
    const r = lerp(14, 74, near) * grown ** 0.7
    const fade = (1 - age) * (0.55 - lag)
    c.lineWidth = lerp(0.8, 2.2, near)
    c.strokeStyle = `rgba(238,247,246,${fade})`
    c.beginPath()
    c.ellipse(ring.x, ring.y, r, r * lerp(0.2, 0.34, near), 0, 0, TAU)
    c.stroke()
    c.strokeStyle = `rgba(30,52,52,${fade * 0.6})`
    c.beginPath()
    c.ellipse(ring.x, ring.y + c.lineWidth, r, r * lerp(0.2, 0.34, near), 0, 0.1, Math.PI - 0.1)
    c.stroke()
  }
}

/** The pool holds the garden upside down, dimmed and drawn out; stepping stones stand in it. */
function paintPool(garden: Canvas, lantern: Canvas): Canvas {
  const canvas = createCanvas(W + 60, H)
  const c = canvas.getContext('2d')
  c.save()
  c.translate(0, POOL.top * 2 - 6)
  c.scale(1, -1)
  c.filter = 'blur(5px)'
  c.drawImage(garden, 0, 0)
  c.drawImage(lantern, 0, 0)
  c.restore()
  c.filter = 'none'
  const tint = c.createLinearGradient(0, POOL.top, 0, 975)
  tint.addColorStop(0, 'rgba(70,104,98,0.35)')
  tint.addColorStop(1, 'rgba(30,48,50,0.74)')
  c.fillStyle = tint
  c.fillRect(0, POOL.top - 10, W + 60, 300)
  const stones = [
    [620, 872, 90],
    [800, 822, 66],
    [940, 860, 80],
    [1100, 812, 56],
    [1215, 778, 42],
    [1060, 766, 36],
  ] as const
  for (const [x, y, r] of stones) paintStone(c, x, y, r)
  return canvas
}

/** A stepping stone with a worn, wet top: irregular rim, dark foot, sky caught on its far side. */
function paintStone(c: SKRSContext2D, x: number, y: number, r: number): void {
  const next = random(x)
  const rim = Array.from({ length: 14 }, () => 0.9 + 0.14 * next())
  const shape = (drop: number, grow: number) => {
    c.beginPath()
    for (let i = 0; i <= 56; i++) {
      const at = (i / 56) * 14
      const k = lerp(
        rim[Math.floor(at) % 14] as number,
        rim[Math.ceil(at) % 14] as number,
        smoothstep(0, 1, fract(at)),
      )
      c.lineTo(
        x + Math.cos((i / 56) * TAU) * r * k * grow,
        y + drop * r + Math.sin((i / 56) * TAU) * r * k * 0.3 * grow,
      )
    }
    c.closePath()
  }
  c.fillStyle = 'rgba(10,22,24,0.4)'
  shape(0.24, 1.12)
  c.fill()
  c.fillStyle = '#232b2c'
  shape(0.1, 1.02)
  c.fill()
  const top = c.createLinearGradient(x, y - r * 0.32, x, y + r * 0.32)
  top.addColorStop(0, '#a9b8b4')
  top.addColorStop(0.45, '#76827f')
  top.addColorStop(1, '#4a5553')
  c.fillStyle = top
  shape(0, 1)
  c.save()
  c.fill()
  c.clip()
  for (let i = 0; i < r * 4; i++) {
    const light = next()
    c.fillStyle = light > 0.5 ? `rgba(225,236,232,${0.16 * light})` : 'rgba(20,30,30,0.14)'
    c.beginPath()
    c.ellipse(
      x + (next() - 0.5) * 2 * r,
      y + (next() - 0.5) * 0.6 * r,
      1 + r * 0.06 * next(),
      0.6 + r * 0.02 * next(),
      0,
      0,
      TAU,
    )
    c.fill()
  }
  c.restore()
}

function paintLantern(): Canvas {
  const canvas = createCanvas(W + 60, POOL.top + 30)
  const c = canvas.getContext('2d')
  const next = random(61)
  for (let i = 0; i < 900; i++) {
    const x = next() * (W + 60)
    const hump = 26 + 24 * Math.sin(x / 190) + 12 * Math.sin(x / 61)
    const up = next()
    c.fillStyle = `hsl(${112 + 34 * next()},${12 + 10 * next()}%,${24 + 24 * up + 8 * next()}%)`
    c.beginPath()
    c.ellipse(x, POOL.top + 6 - hump * up, 9 + 8 * next(), 4 + 4 * next(), 0, 0, TAU)
    c.fill()
  }
  drawKasugaLantern(c, 1395, 726, 270, {
    lit: '#b7c2bb',
    body: '#83908b',
    shade: '#46514f',
    window: '#ffd894',
    moss: '#72885c',
  })
  return canvas
}

function prepare(): (c: SKRSContext2D, phase: number) => void {
  const next = random(17)
  const garden = paintGarden()
  const lantern = paintLantern()
  const pool = paintPool(garden, lantern)
  const eave = paintEave()
  const veranda = paintVeranda()
  const pillar = paintPillar()
  const heads = TONES.map((tone) => hydrangeaHead(next, 80, tone))
  const bushes = [
    growBush(31, { x: 1540, y: 640, w: 520, h: 130 }, 34, 8),
    growBush(32, { x: 200, y: 650, w: 480, h: 120 }, 30, 9),
    growBush(34, { x: 1330, y: 720, w: 760, h: 260 }, 72, 0),
    growBush(33, { x: -160, y: 770, w: 620, h: 220 }, 66, 0),
  ]
  const sprigs = [0, 1, 2, 3].map(() =>
    spraySprite(next, { width: 420, height: 170, leaf: 22, count: 130, tones: GREENS.slice(0, 3) }),
  )
  const step = W / TILES
  const drips = Array.from({ length: TILES }, (_, i) => ({
    x: (i + 0.5) * step,
    rate: 3 + Math.floor(next() * 4),
    start: next(),
  }))
  const rings = Array.from({ length: 80 }, () => ({
    x: next() * W,
    y: lerp(POOL.top + 8, POOL.bottom, next() ** 0.8),
    start: next(),
    rate: 4 + Math.floor(next() * 4),
  }))
  const rain = Array.from({ length: 210 }, (_, i) => ({
    x: next() * (W + 300),
    start: next(),
    z: (i / 210) ** 2,
    rate: 0,
  }))
  const mist = shadedLayer(W / 8, H / 8)
  const mistNoise = noiseTile(71, { size: 256, cells: 4, octaves: 5 })
  return (c, phase) => {
    const pan = wave(phase)
    c.drawImage(garden, -30 + pan * 3, 0)
    c.drawImage(
      mist.paint((px, py, out) => {
        const x = px * 8
        const y = py * 8
        const n =
          driftAt(mistNoise, x / 1400, y / 420, 0.22, 0.03, phase) * 0.7 +
          driftAt(mistNoise, x / 600, y / 200, 0.4, 0, phase) * 0.3
        out[0] = 214
        out[1] = 226
        out[2] = 223
        out[3] = 225 * smoothstep(0.3, 0.85, n) * Math.exp(-(((y - 560) / 190) ** 2))
      }),
      0,
      0,
      W,
      H,
    )
    c.drawImage(
      pool,
      0,
      POOL.top - 12,
      W + 60,
      H - POOL.top + 12,
      -30 + pan * 5,
      POOL.top - 12,
      W + 60,
      H - POOL.top + 12,
    )
    c.drawImage(lantern, -30 + pan * 5, 0)
    for (const ring of rings) drawRing(c, ring, phase)
    bushes.forEach((bush, i) => {
      c.save()
      c.translate(pan * (i < 2 ? 6 : 11), 0)
      drawBush(c, bush, heads, phase)
      c.restore()
    })
    for (const r of rain) {
      const life = fract(phase * (r.z > 0.5 ? 16 : 12) + r.start)
      const long = lerp(34, 130, r.z)
      const y = lerp(EAVE - 160, 985, life)
      const x = r.x - (y - EAVE) * 0.07
      c.strokeStyle = `rgba(236,244,244,${lerp(0.2, 0.42, r.z)})`
      c.lineWidth = lerp(0.9, 1.8, r.z)
      c.beginPath()
      c.moveTo(x, y)
      c.lineTo(x - long * 0.07, Math.min(966, y + long))
      c.stroke()
    }
    drawSprig(c, sprigs, phase)
    c.drawImage(veranda, 0, 0)
    for (const d of drips) drawDrip(c, d, phase)
    c.drawImage(pillar, 0, 0)
    c.drawImage(eave, 0, 0)
    finish(c, { vignette: 0.35, grain: 0 })
  }
}

/** Green maple hanging into the picture on the right, just outside the eave. */
function drawSprig(c: SKRSContext2D, sprigs: Canvas[], phase: number): void {
  const places = [
    [1830, 215, 1],
    [1640, 235, 0.8],
    [1900, 330, 0.9],
    [1760, 320, 0.72],
  ] as const
  places.forEach(([x, y, size], i) => {
    c.save()
    c.translate(x + 3 * wave(phase, 1, i * 0.2), y + 3 * wave(phase, 2, i * 0.31))
    c.rotate(0.14 + 0.018 * wave(phase, 1, i * 0.17) + 0.006 * wave(phase, 3, i * 0.4))
    c.scale(size, size)
    c.drawImage(sprigs[i] as Canvas, -210, -85)
    c.restore()
  })
}

const painter = once(prepare)

export const scene: Scene = {
  slug: 'rain-on-temple-eaves',
  width: W,
  height: H,
  fps: 24,
  seconds: 8,
  draw: (c, phase) => painter()(c, phase),
}
