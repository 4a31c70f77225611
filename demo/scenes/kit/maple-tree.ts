import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { lerp, TAU, wave } from './curve.ts'
import { FOLIAGE, H, SUN, W } from './maple-colours.ts'
import { type LeafTones, mapleLeafSprite } from './maple-leaf.ts'
import { random } from './random.ts'
import { drawTrunk, type Limb } from './trunk.ts'

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
export function growTree(
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

export function drawTree(c: SKRSContext2D, tree: Tree, sprays: Canvas[][], phase: number): void {
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
export function paintBough(seed: number, row: LeafTones[], size: number): Canvas {
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

/** A bough pivots where it enters the frame, at the top right of its canvas. */
export function drawBough(
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
