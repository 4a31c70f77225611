import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { smoothstep, TAU } from '../kit/curve.ts'
import { finish } from '../kit/finish.ts'
import { blurred } from '../kit/layer.ts'
import { H, MOON, skyPainter, W, WATER } from '../kit/moonlit-sky.ts'
import { once } from '../kit/once.ts'
import { random } from '../kit/random.ts'
import { type PlumeTint, plumeSprite } from '../kit/susuki.ts'
import { blades, drawBlade, drawStalk, field } from '../kit/susuki-field.ts'
import { noiseTile, tileAt } from '../kit/tile-noise.ts'
import type { Scene } from '../scene.ts'

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
  crf: 33,
  draw: (c, phase) => painter()(c, phase),
}
