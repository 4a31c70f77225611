import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { fract, lerp, smoothstep, TAU, wave } from '../kit/curve.ts'
import { finish } from '../kit/finish.ts'
import { drawKasugaLantern } from '../kit/kasuga-lantern.ts'
import { FOLIAGE, GATE, H, SUN, W } from '../kit/maple-colours.ts'
import { paintBackdrop, paintGround, paintWood } from '../kit/maple-grounds.ts'
import { type LeafTones, mapleLeafSprite, spraySprite } from '../kit/maple-leaf.ts'
import { drawBough, drawTree, growTree, paintBough } from '../kit/maple-tree.ts'
import { once } from '../kit/once.ts'
import { random } from '../kit/random.ts'
import { shadedLayer } from '../kit/shaded-layer.ts'
import { drawTempleGate } from '../kit/temple-gate.ts'
import { driftAt, noiseTile } from '../kit/tile-noise.ts'
import type { Scene } from '../scene.ts'

function paintGate(): Canvas {
  const canvas = createCanvas(W, H)
  const c = canvas.getContext('2d')
  drawTempleGate(c, GATE.x, GATE.base, GATE.unit, {
    light: '#86695e',
    dark: '#3d3843',
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

const painter = once(prepare)

export const scene: Scene = {
  slug: 'momiji-temple-gate',
  width: W,
  height: H,
  fps: 24,
  seconds: 8,
  crf: 31,
  draw: (c, phase) => painter()(c, phase),
}
