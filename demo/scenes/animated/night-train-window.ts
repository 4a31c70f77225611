import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { paintCarriage, reflectionPainter } from '../kit/carriage.ts'
import { fract, lerp, smoothstep, wave } from '../kit/curve.ts'
import { finish } from '../kit/finish.ts'
import { bokeh, glow } from '../kit/glow.ts'
import { once } from '../kit/once.ts'
import { drawRainGlass, rainGlass } from '../kit/rain-glass.ts'
import { type Random, random } from '../kit/random.ts'
import { shadedLayer } from '../kit/shaded-layer.ts'
import { driftAt, noiseTile, tileAt } from '../kit/tile-noise.ts'
import { townBand } from '../kit/train-town.ts'
import { drawBand, poleBand, treeBand, vergeBand } from '../kit/train-view.ts'
import type { Scene } from '../scene.ts'

const W = 1920
const H = 1080
const PANE = { x: 96, y: 64, w: 1728, h: 806, corner: 46 }
/** In the pane's own pixels. */
const SHORE = 452
const LAMPS = ['#ffcf8a', '#ffe2b0', '#ffb45e', '#cfe4ff', '#ff9d6a', '#bfe8d8', '#ff7a5c', '#ffd9a0']

function skyPainter() {
  const layer = shadedLayer(PANE.w / 4, Math.ceil(SHORE / 4))
  const cloud = noiseTile(5, { size: 256, cells: 4, octaves: 5 })
  return (phase: number) =>
    layer.paint((px, py, out) => {
      const x = px * 4
      const v = (py * 4) / SHORE
      const dusk = Math.exp(-(((v - 1) / 0.3) ** 2)) * (0.6 + 0.4 * Math.exp(-(((x - 1150) / 620) ** 2)))
      const n =
        driftAt(cloud, x / 1500, v * 1.6, 0.12, 0, phase) * 0.7 +
        driftAt(cloud, x / 640, v * 3, 0.25, 0, phase) * 0.3
      const bank = smoothstep(0.4, 0.75, n) * smoothstep(1.05, 0.5, v)
      out[0] = lerp(lerp(16, 74, v) + 185 * dusk, 34 + 110 * dusk, bank * 0.75)
      out[1] = lerp(lerp(26, 80, v) + 84 * dusk, 42 + 44 * dusk, bank * 0.75)
      out[2] = lerp(lerp(56, 116, v) + 10 * dusk, 70 + 14 * dusk, bank * 0.75)
    })
}

/** Mountains so far off that they seem to stand still. */
function paintMountains(): Canvas {
  const canvas = createCanvas(PANE.w, SHORE + 4)
  const c = canvas.getContext('2d')
  const rough = noiseTile(8, { size: 512, cells: 4, octaves: 6, gain: 0.46 })
  for (const [row, rise, top, low] of [
    [0.2, 190, '#3a416c', '#8a6478'],
    [0.6, 120, '#232f52', '#43466a'],
    [0.85, 62, '#161f3a', '#262f4e'],
  ] as const) {
    const fill = c.createLinearGradient(0, SHORE - rise, 0, SHORE)
    fill.addColorStop(0, top)
    fill.addColorStop(1, low)
    c.fillStyle = fill
    c.beginPath()
    c.moveTo(0, SHORE)
    for (let x = 0; x <= PANE.w; x += 3)
      c.lineTo(x, SHORE - rise * (0.15 + 0.95 * tileAt(rough, x / 2900 + row, row)))
    c.lineTo(PANE.w, SHORE)
    c.fill()
  }
  return canvas
}

type Lamp = { x: number; y: number; start: number; hex: string; r: number; run: number; power: number }

/** Lights across the flooded fields. Each crosses its own stretch and is hidden by trees at both ends, so none need repeat. */
function farLamps(next: Random): Lamp[] {
  return Array.from({ length: 150 }, (_, i) => {
    const near = (i / 150) ** 1.4
    return {
      x: next.between(-200, PANE.w + 300),
      y: SHORE - 10 + 46 * near + next.between(-14, 10) - 40 * (next() < 0.12 ? next() : 0),
      start: next(),
      hex: next.pick(LAMPS),
      r: lerp(4, 13, near) * next.between(0.7, 1.3),
      run: lerp(130, 420, near),
      power: next.between(0.45, 1),
    }
  })
}

function drawLamp(c: SKRSContext2D, lamp: Lamp, phase: number): void {
  const life = fract(phase + lamp.start)
  const x = lamp.x + lamp.run * (0.5 - life)
  const shown = smoothstep(0, 0.12, life) * smoothstep(1, 0.88, life) * lamp.power
  glow(c, { x, y: lamp.y, radius: lamp.r * 5, hex: lamp.hex, strength: 0.4 * shown })
  bokeh(c, x, lamp.y, lamp.r, lamp.hex, shown)
  const long = 120 + lamp.r * 22
  const mirror = SHORE + 46 + (SHORE + 40 - lamp.y) * 0.4
  glow(c, {
    x,
    y: mirror + long * 0.4,
    radius: lamp.r * 2.2,
    hex: lamp.hex,
    strength: 0.5 * shown,
    squash: long / (lamp.r * 4.4),
  })
}

/** A level crossing goes by once a loop: two red lamps taking turns, and a waiting car's headlights on the wet road. */
function drawCrossing(c: SKRSContext2D, phase: number): void {
  const t = (phase - 0.42) / 0.32
  if (t < 0 || t > 1) return
  const x = lerp(PANE.w + 420, -420, t)
  const y = 540
  for (const [dx, on] of [
    [-26, fract(phase * 12) < 0.5],
    [26, fract(phase * 12) >= 0.5],
  ] as const) {
    if (!on) continue
    glow(c, { x: x + dx, y, radius: 210, hex: '#ff3a2a', strength: 0.85, squash: 0.86 })
    bokeh(c, x + dx, y, 15, '#ff5a44', 1)
    glow(c, { x: x + dx, y: y + 150, radius: 60, hex: '#ff3a2a', strength: 0.5, squash: 2.2 })
  }
  for (const dx of [190, 262]) {
    glow(c, { x: x + dx, y: y + 70, radius: 190, hex: '#fff0d0', strength: 0.9, squash: 0.6 })
    bokeh(c, x + dx, y + 70, 11, '#fff6e4', 1)
    glow(c, { x: x + dx, y: y + 150, radius: 46, hex: '#fff0d0', strength: 0.6, squash: 2 })
  }
  c.fillStyle = 'rgba(5,7,14,0.9)'
  c.fillRect(x - 5, y - 90, 10, 330)
}

/** Flooded paddies: the dusk and the mountains upside down, cut by dark banks that narrow with distance. */
function paintFields(mountains: Canvas): Canvas {
  const canvas = createCanvas(PANE.w, 360)
  const c = canvas.getContext('2d')
  const water = c.createLinearGradient(0, 0, 0, 360)
  water.addColorStop(0, '#8d6a7c')
  water.addColorStop(0.3, '#4c4a6c')
  water.addColorStop(1, '#141b30')
  c.fillStyle = water
  c.fillRect(0, 0, PANE.w, 360)
  c.save()
  c.filter = 'blur(6px)'
  c.globalAlpha = 0.75
  c.scale(1, -0.8)
  c.drawImage(mountains, 0, -SHORE)
  c.restore()
  c.filter = 'blur(2px)'
  for (let i = 0; i < 7; i++) {
    const y = 6 + 150 * (i / 7) ** 1.7
    c.fillStyle = 'rgba(10,15,28,0.72)'
    c.fillRect(-10, y, PANE.w + 20, 2 + i * 1.5)
  }
  return canvas
}

function prepare(): (c: SKRSContext2D, phase: number) => void {
  const next = random(33)
  const sky = skyPainter()
  const mountains = paintMountains()
  const fields = paintFields(mountains)
  const lamps = farLamps(next)
  const wood = treeBand(4, 2600, 100, SHORE - 78, '#121a30', 1)
  const town = townBand(next, 376)
  const poles = poleBand(PANE.h)
  const verge = vergeBand(next, PANE.h)
  const carriage = paintCarriage(W, H, PANE)
  const reflection = reflectionPainter(PANE)
  const view = createCanvas(PANE.w, PANE.h)
  const glass = rainGlass(next, PANE.w, PANE.h)
  return (c, phase) => {
    const v = view.getContext('2d')
    v.save()
    v.translate(0, 1.2 * wave(phase, 3))
    v.drawImage(sky(phase), 0, -4, PANE.w, SHORE + 8)
    v.drawImage(mountains, 0, 0)
    v.drawImage(fields, 0, SHORE)
    drawBand(v, wood, phase)
    for (const lamp of lamps) drawLamp(v, lamp, phase)
    drawBand(v, town, phase)
    drawCrossing(v, phase)
    drawBand(v, verge, phase)
    drawBand(v, poles, phase)
    v.restore()
    c.save()
    c.translate(PANE.x, PANE.y)
    c.drawImage(view, 0, 0)
    c.globalCompositeOperation = 'screen'
    c.drawImage(reflection(phase), 0, 0, PANE.w, PANE.h)
    c.globalCompositeOperation = 'source-over'
    drawRainGlass(c, glass, view, phase)
    c.restore()
    c.drawImage(carriage, 0, 0)
    finish(c, { vignette: 0.45, grain: 0 })
  }
}

const painter = once(prepare)

export const scene: Scene = {
  slug: 'night-train-window',
  width: W,
  height: H,
  fps: 24,
  seconds: 10,
  crf: 33,
  draw: (c, phase) => painter()(c, phase),
}
