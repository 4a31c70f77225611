import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { fract, lerp, smoothstep, TAU, wave } from '../kit/curve.ts'
import { finish } from '../kit/finish.ts'
import { drawKasugaLantern } from '../kit/kasuga-lantern.ts'
import { type LeafTones, mapleLeafSprite, spraySprite } from '../kit/maple-leaf.ts'
import { once } from '../kit/once.ts'
import { random } from '../kit/random.ts'
import { shadedLayer } from '../kit/shaded-layer.ts'
import { drawTempleGate } from '../kit/temple-gate.ts'
import { driftAt, noiseTile, tileAt } from '../kit/tile-noise.ts'
import { drawTrunk, type Limb } from '../kit/trunk.ts'
import type { Scene } from '../scene.ts'

const W = 1920
const H = 1080
const SUN = { x: 1395, y: 190 }
const GATE = { x: 905, base: 800, unit: 400 }

const leaf = (light: string, body: string, vein: string): LeafTones => ({ light, body, vein })
/** Each from its shade to its light; the rows run from crimson, far from the sun, to gold beside it. */
const FOLIAGE: LeafTones[][] = [
  [
    leaf('#4a1216', '#3a0d14', '#2a0a10'),
    leaf('#8c1a1c', '#74151b', '#4a0d12'),
    leaf('#b62a20', '#9c1f1e', '#6a1215'),
  ],
  [
    leaf('#70190f', '#5c1413', '#3e0d0e'),
    leaf('#c23a1c', '#a92b1a', '#741812'),
    leaf('#e2562a', '#cc3f20', '#8c2114'),
  ],
  [
    leaf('#8f3410', '#7c2810', '#521a0c'),
    leaf('#e0641e', '#cc4f1a', '#8f3010'),
    leaf('#f68f3a', '#ea7426', '#b14c16'),
  ],
  [
    leaf('#a8621a', '#92500f', '#643a0c'),
    leaf('#eda032', '#dd8822', '#a45c12'),
    leaf('#ffd070', '#f8b444', '#c98022'),
  ],
]

function paintBackdrop(): Canvas {
  const air = noiseTile(6, { size: 256, cells: 4, octaves: 5 })
  return shadedLayer(W / 2, H / 2).paint((px, py, out) => {
    const x = px * 2
    const y = py * 2
    const d = Math.hypot(x - SUN.x, y - SUN.y)
    const near = Math.exp(-d / 330)
    const wide = Math.exp(-d / 900)
    const n = tileAt(air, x / 900, y / 700) - 0.5
    out[0] = lerp(190, 255, wide * 1.1) + 60 * near + n * 18
    out[1] = lerp(140, 214, wide * 1.1) + 60 * near + n * 16
    out[2] = lerp(112, 140, wide * 1.1) + 74 * near + n * 14
  })
}

/** A wooded hillside of soft tiers, in the colours `rows`, washed by `haze`. */
function paintWood(seed: number, top: number, haze: string, leafSize: number, count: number): Canvas {
  const canvas = createCanvas(W + 80, H)
  const c = canvas.getContext('2d')
  const next = random(seed)
  const shape = noiseTile(seed, { size: 256, cells: 3, octaves: 4 })
  const sprays = FOLIAGE.flatMap((tones) =>
    [0, 1].map(() =>
      spraySprite(next, { width: leafSize * 22, height: leafSize * 12, leaf: leafSize, count: 190, tones }),
    ),
  )
  for (let i = 0; i < count; i++) {
    const down = i / count
    const x = next() * (W + 160) - 40
    const y = top + 240 * (1 - tileAt(shape, x / 1900, 0.3)) + down * 330 + next() * 30
    const warm = Math.exp(-Math.hypot(x - SUN.x, y - SUN.y) / 500) * 2.6 + tileAt(shape, x / 500, y / 400) * 3
    const row = Math.min(3, Math.floor(warm + next() * 0.8))
    c.drawImage(sprays[row * 2 + (i % 2)] as Canvas, x - leafSize * 11, y - leafSize * 6)
  }
  c.globalCompositeOperation = 'source-atop'
  c.fillStyle = haze
  c.fillRect(0, 0, W + 80, H)
  return canvas
}

function paintGround(): Canvas {
  const canvas = createCanvas(W + 80, H)
  const c = canvas.getContext('2d')
  const next = random(41)
  const soil = c.createLinearGradient(0, 770, 0, H)
  soil.addColorStop(0, '#8a5a3a')
  soil.addColorStop(0.35, '#5c3a2a')
  soil.addColorStop(1, '#24140f')
  c.fillStyle = soil
  c.fillRect(0, 796, W + 80, H)
  paintHedge(c, next)
  paintPath(c, next)
  const stamps = FOLIAGE.slice(0, 4).flatMap((row) => row.slice(1).map((t) => mapleLeafSprite(16, t)))
  for (let i = 0; i < 15000; i++) {
    const depth = next() ** 0.75
    const y = lerp(800, H + 20, depth ** 1.5)
    const x = next() * (W + 80)
    const away = Math.abs(x - 40 - GATE.x) / lerp(150, 560, depth ** 1.5)
    if (away < 1 && next() < 0.97 - 0.16 * away) continue
    const size = lerp(0.14, 1.05, depth ** 1.5) * (0.7 + 0.5 * next())
    const lit = Math.exp(-Math.abs(x - SUN.x) / 700) * 5
    c.save()
    c.translate(x, y)
    c.scale(size, size * 0.42)
    c.rotate(next() * TAU)
    c.globalAlpha = 0.55 + 0.45 * next()
    c.drawImage(stamps[Math.min(7, Math.floor(next() * 4 + lit * 0.7))] as Canvas, -17, -17)
    c.restore()
  }
  const shade = c.createLinearGradient(0, 900, 0, H)
  shade.addColorStop(0, 'rgba(20,8,10,0)')
  shade.addColorStop(1, 'rgba(20,8,10,0.55)')
  c.fillStyle = shade
  c.fillRect(0, 900, W + 80, 200)
  return canvas
}

/** Clipped azalea domes where the garden meets the wood. */
function paintHedge(c: SKRSContext2D, next: () => number): void {
  for (let i = 0; i < 34; i++) {
    const x = (i * (W + 80)) / 33
    if (Math.abs(x - 40 - GATE.x) < 330) continue
    const size = 52 + 40 * next()
    for (let d = 0; d < 320; d++) {
      const turn = -Math.PI * next()
      const far = Math.sqrt(next())
      const up = -Math.sin(turn) * far
      const lit = up * 0.6 + 0.4 * next() + 0.25 * Math.cos(turn) * far
      c.fillStyle = `rgb(${60 + 90 * lit},${44 + 62 * lit},${30 + 16 * lit})`
      c.beginPath()
      c.ellipse(x + Math.cos(turn) * far * size, 818 - up * size * 0.8, 4, 2.6, next() * 3, 0, TAU)
      c.fill()
    }
  }
}

/** Worn flagstones running up to the steps, in perspective. */
function paintPath(c: SKRSContext2D, next: () => number): void {
  const x0 = GATE.x + 40
  c.save()
  c.beginPath()
  for (const k of [0, 0.1, 0.3, 0.6, 1]) c.lineTo(x0 - lerp(168, 476, k), lerp(838, H + 30, k))
  for (const k of [1, 0.6, 0.3, 0.1, 0]) c.lineTo(x0 + lerp(168, 476, k), lerp(838, H + 30, k))
  c.clip()
  c.fillStyle = '#4a3a30'
  c.fillRect(0, 830, W + 80, 300)
  for (let row = 0; row < 22; row++) {
    const near = (row / 22) ** 1.6
    const far = ((row + 1) / 22) ** 1.6
    const y0 = lerp(838, H + 30, near)
    const y1 = lerp(838, H + 30, far)
    const half = lerp(165, 470, near)
    const halfLow = lerp(165, 470, far)
    for (let s = -4; s < 4; s++) {
      const shift = row % 2 ? 0.5 : 0
      const l = Math.max(-1, (s + shift) / 3)
      const r = Math.min(1, (s + 1 + shift) / 3)
      const tone = 118 + 34 * next() - 46 * near
      c.fillStyle = `rgb(${tone + 22},${tone},${tone - 16})`
      c.beginPath()
      c.moveTo(x0 + half * l + 1.5, y0 + 1)
      c.lineTo(x0 + half * r - 1.5, y0 + 1)
      c.lineTo(x0 + halfLow * r - 1.5, y1 - 1)
      c.lineTo(x0 + halfLow * l + 1.5, y1 - 1)
      c.fill()
    }
  }
  c.restore()
  const glow = c.createRadialGradient(x0, 850, 10, x0, 850, 420)
  glow.addColorStop(0, 'rgba(255,220,150,0.75)')
  glow.addColorStop(1, 'rgba(255,200,120,0)')
  c.globalCompositeOperation = 'soft-light'
  c.fillStyle = glow
  c.fillRect(0, 800, W + 80, 300)
  c.globalCompositeOperation = 'source-over'
}

function paintGate(): Canvas {
  const canvas = createCanvas(W, H)
  const c = canvas.getContext('2d')
  drawTempleGate(c, GATE.x, GATE.base, GATE.unit, {
    light: '#9a7f72',
    dark: '#4a4450',
    rib: '#3b343c90',
    edge: '#2e2628',
    soffit: '#2a1815',
    rafter: '#8a4f34',
    wood: '#6a3a28',
    shade: '#331c18',
    plaster: '#c9a98a',
    stone: '#a58d78',
    stoneShade: '#6d5648',
    plaque: '#2b211d',
    gold: '#c59a52',
  })
  const stone = { lit: '#d9b48c', body: '#8f7460', shade: '#4f3d36', window: '#ffcf7a', moss: '#6d6a3c' }
  drawKasugaLantern(c, GATE.x - 330, 872, 190, stone)
  drawKasugaLantern(c, GATE.x + 330, 872, 190, stone)
  c.globalCompositeOperation = 'source-atop'
  const air = c.createLinearGradient(GATE.x - 420, 0, GATE.x + 460, 0)
  air.addColorStop(0, 'rgba(120,70,70,0.16)')
  air.addColorStop(1, 'rgba(255,190,110,0.36)')
  c.fillStyle = air
  c.fillRect(0, 0, W, H)
  return canvas
}

type Tier = { x: number; y: number; size: number; row: number; kind: number; beat: number }
type Tree = { trunk: Canvas; tiers: Tier[] }

/** Fallen leaves gathered round the foot of a trunk, hiding where it enters the ground. */
function heapLeaves(c: SKRSContext2D, root: Limb, next: () => number): void {
  const stamps = FOLIAGE.slice(0, 3).flatMap((row) => row.slice(0, 2).map((t) => mapleLeafSprite(12, t)))
  for (let i = 0; i < 260; i++) {
    const turn = TAU * next()
    const far = next() ** 0.7
    c.save()
    c.translate(
      root.x + Math.cos(turn) * far * root.width * 2.6,
      root.y - 4 + Math.sin(turn) * far * root.width * 0.5,
    )
    c.scale(1, 0.45)
    c.rotate(TAU * next())
    c.drawImage(stamps[Math.floor(next() * 6)] as Canvas, -13, -13)
    c.restore()
  }
}

/** Tiers of leaves around a leaning trunk; warmer towards the sun. */
function growTree(
  seed: number,
  box: { x: number; y: number; w: number; h: number },
  roots: Limb[],
  count: number,
): Tree {
  const next = random(seed)
  const trunk = createCanvas(W, H)
  for (const root of roots)
    drawTrunk(trunk.getContext('2d'), root, { bark: '#2b1714', lit: '#7a4428' }, next, 6)
  const tiers = Array.from({ length: count }, (_, i): Tier => {
    const x = box.x + box.w * next()
    const y = box.y + box.h * (i / count) + 30 * next()
    const warm = 2.7 * Math.exp(-Math.hypot(x - SUN.x, y - SUN.y) / 420) + 1.5 * next()
    return {
      x,
      y,
      size: 0.75 + 0.5 * next(),
      row: Math.min(3, Math.floor(warm)),
      kind: Math.floor(next() * 3),
      beat: next(),
    }
  })
  for (const root of roots) heapLeaves(trunk.getContext('2d'), root, next)
  return { trunk, tiers }
}

function drawTree(c: SKRSContext2D, tree: Tree, sprays: Canvas[][], phase: number): void {
  c.drawImage(tree.trunk, 0, 0)
  for (const t of tree.tiers) {
    const sprite = (sprays[t.row] as Canvas[])[t.kind] as Canvas
    c.save()
    c.translate(
      t.x + 4 * wave(phase, 1, -t.x / 1400) + 1.5 * wave(phase, 3, t.beat),
      t.y + 2.5 * wave(phase, 2, t.beat),
    )
    c.rotate(0.02 * wave(phase, 1, t.beat * 0.4 - t.x / 1400) + 0.006 * wave(phase, 4, t.beat))
    c.scale(t.size, t.size)
    c.drawImage(sprite, -sprite.width / 2, -sprite.height / 2)
    c.restore()
  }
}

/** A bough reaching in from the right edge of its canvas, 1000×520, hung with large leaves. */
function paintBough(seed: number, row: LeafTones[], size: number): Canvas {
  const canvas = createCanvas(1000, 520)
  const c = canvas.getContext('2d')
  const next = random(seed)
  const sprites = row.map((t) => mapleLeafSprite(size, t))
  const twigs: { x: number; y: number }[] = []
  const grow = (x: number, y: number, angle: number, length: number, width: number) => {
    const ex = x + Math.cos(angle) * length
    const ey = y + Math.sin(angle) * length
    c.strokeStyle = '#241212'
    c.lineCap = 'round'
    c.lineWidth = width
    c.beginPath()
    c.moveTo(x, y)
    c.quadraticCurveTo((x + ex) / 2, (y + ey) / 2 - length * 0.08, ex, ey)
    c.stroke()
    for (let k = 0.3; k <= 1; k += 0.12) if (width < 9) twigs.push({ x: lerp(x, ex, k), y: lerp(y, ey, k) })
    if (width < 2.4) return
    grow(ex, ey, angle + 0.1 - 0.3 * next(), length * 0.8, width * 0.72)
    grow(ex, ey, angle + 0.35 + 0.4 * next(), length * 0.62, width * 0.5)
    grow(lerp(x, ex, 0.6), lerp(y, ey, 0.6), angle - 0.4 - 0.3 * next(), length * 0.5, width * 0.45)
  }
  grow(1000, 90, Math.PI - 0.12, 250, 15)
  for (const t of twigs) {
    for (let i = 0; i < 2; i++) {
      c.save()
      c.translate(t.x + (next() - 0.5) * size * 1.7, t.y + (next() - 0.2) * size * 1.4)
      c.rotate(Math.PI + (next() - 0.5) * 1.5)
      const s = 0.6 + 0.5 * next()
      c.scale(s * (0.6 + 0.4 * next()), s)
      c.drawImage(sprites[Math.floor(next() * 3)] as Canvas, -size * 1.1, -size * 1.1)
      c.restore()
    }
  }
  return canvas
}

function prepare(): (c: SKRSContext2D, phase: number) => void {
  const next = random(99)
  const backdrop = paintBackdrop()
  const farWood = paintWood(3, 110, 'rgba(240,196,150,0.62)', 6, 420)
  const midWood = paintWood(12, 330, 'rgba(226,160,110,0.36)', 8, 300)
  const ground = paintGround()
  const gate = paintGate()
  const sprays = FOLIAGE.map((tones) =>
    [0, 1, 2].map(() => spraySprite(next, { width: 330, height: 150, leaf: 13, count: 260, tones })),
  )
  const trees = [
    growTree(
      5,
      { x: -60, y: 150, w: 480, h: 420 },
      [{ x: 170, y: 930, angle: -1.5, length: 260, width: 44 }],
      66,
    ),
    growTree(
      6,
      { x: 1390, y: 60, w: 600, h: 560 },
      [
        { x: 1720, y: 950, angle: -1.68, length: 270, width: 50 },
        { x: 1560, y: 860, angle: -1.4, length: 200, width: 24 },
      ],
      90,
    ),
  ]
  const boughs = [
    paintBough(21, FOLIAGE[2] as LeafTones[], 34),
    paintBough(22, FOLIAGE[1] as LeafTones[], 42),
  ]
  const rays = shadedLayer(W / 8, H / 8)
  const rayNoise = noiseTile(51, { size: 256, cells: 8, octaves: 4 })
  const falling = FOLIAGE.flatMap((row) => row.slice(1).map((t) => mapleLeafSprite(30, t)))
  const leaves = Array.from({ length: 54 }, (_, i) => ({
    x: next() * W,
    start: next(),
    z: (i / 54) ** 1.6,
    spin: 1 + Math.floor(next() * 3),
    turn: next(),
    kind: Math.floor(next() * 8),
  }))
  return (c, phase) => {
    const pan = wave(phase)
    c.drawImage(backdrop, 0, 0, W, H)
    c.drawImage(farWood, -40 + pan * 2, 0)
    c.drawImage(midWood, -40 + pan * 4, 0)
    c.drawImage(ground, -40 + pan * 7, 0)
    c.drawImage(gate, pan * 7, 0)
    for (const tree of trees) {
      c.save()
      c.translate(pan * 12, 0)
      drawTree(c, tree, sprays, phase)
      c.restore()
    }
    c.globalCompositeOperation = 'screen'
    c.drawImage(
      rays.paint((px, py, out) => {
        const dx = px * 8 - SUN.x
        const dy = py * 8 - SUN.y
        const angle = Math.atan2(dy, dx) / TAU
        const d = Math.hypot(dx, dy)
        const beam = driftAt(rayNoise, angle * 3, 0.2, 0.06, 0.1, phase)
        const k = smoothstep(0.15, 1, beam) * Math.exp(-d / 620) + 0.7 * Math.exp(-d / 170)
        out[0] = 235 * k
        out[1] = 168 * k
        out[2] = 92 * k
      }),
      0,
      0,
      W,
      H,
    )
    c.globalCompositeOperation = 'source-over'
    for (const l of leaves) {
      const life = fract(phase * (l.z > 0.6 ? 2 : 1) + l.start)
      const size = lerp(0.2, 0.85, l.z)
      c.save()
      c.translate(
        l.x - 160 * life + (30 + 50 * l.z) * Math.sin(TAU * (life * 2 + l.turn)),
        lerp(-60, H + 60, life),
      )
      c.rotate(TAU * l.turn + 1.1 * Math.sin(TAU * (life * 2 + l.turn)))
      c.scale(size * Math.cos(TAU * (life * l.spin + l.turn)), size)
      c.drawImage(falling[l.kind] as Canvas, -33, -33)
      c.restore()
    }
    drawBough(c, boughs[0] as Canvas, { x: W + 30 + pan * 20, y: -90, turn: -0.06, flip: 1 }, phase)
    drawBough(c, boughs[1] as Canvas, { x: -40 + pan * 26, y: -130, turn: 0.1, flip: -1 }, phase)
    finish(c, { vignette: 0.4, grain: 0 })
  }
}

/** A bough pivots where it enters the frame, at the top right of its canvas. */
function drawBough(
  c: SKRSContext2D,
  bough: Canvas,
  at: { x: number; y: number; turn: number; flip: number },
  phase: number,
): void {
  c.save()
  c.translate(at.x, at.y)
  c.scale(at.flip, 1)
  c.rotate(at.turn + 0.014 * wave(phase, 1, at.flip * 0.1) + 0.004 * wave(phase, 3))
  c.drawImage(bough, -1000, 0)
  c.restore()
}

const painter = once(prepare)

export const scene: Scene = {
  slug: 'momiji-temple-gate',
  width: W,
  height: H,
  fps: 24,
  seconds: 8,
  draw: (c, phase) => painter()(c, phase),
}
