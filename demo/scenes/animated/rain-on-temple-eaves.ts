import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { fract, lerp, smoothstep, wave } from '../kit/curve.ts'
import { drawDrip } from '../kit/eave-drip.ts'
import { finish } from '../kit/finish.ts'
import { drawRing, paintPool } from '../kit/garden-pool.ts'
import { glow } from '../kit/glow.ts'
import { hydrangeaHead } from '../kit/hydrangea.ts'
import { drawBush, growBush, TONES } from '../kit/hydrangea-bush.ts'
import { spraySprite } from '../kit/maple-leaf.ts'
import { once } from '../kit/once.ts'
import { GREENS, H, POOL, paintGarden, paintLantern, W } from '../kit/rain-garden.ts'
import { random } from '../kit/random.ts'
import { shadedLayer } from '../kit/shaded-layer.ts'
import { driftAt, noiseTile } from '../kit/tile-noise.ts'
import { EAVE, paintEave, paintPillar, paintVeranda, TILES } from '../kit/veranda.ts'
import type { Scene } from '../scene.ts'

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
    glow(c, { x: 1365 + pan * 5, y: 537, radius: 120, hex: '#ffcf86', strength: 0.5 + 0.05 * wave(phase, 3) })
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
  crf: 29,
  draw: (c, phase) => painter()(c, phase),
}
