import type { SKRSContext2D } from '@napi-rs/canvas'
import { drift } from '../kit/camera.ts'
import { smoothstep, sway, wave } from '../kit/curve.ts'
import { film } from '../kit/film.ts'
import { bokeh, glow } from '../kit/glow.ts'
import { hangLanterns, nearString, towerStrings } from '../kit/lantern-strings.ts'
import { blurred, layer } from '../kit/layer.ts'
import { paintStalls, paintYagura } from '../kit/matsuri.ts'
import { drawCrowd } from '../kit/matsuri-crowd.ts'
import { drawNight, size } from '../kit/matsuri-night.ts'
import { once } from '../kit/once.ts'
import { particles } from '../kit/particles.ts'
import { random } from '../kit/random.ts'
import type { Scene } from '../scene.ts'

const ground = 800

const stage = once(() => ({
  stalls: paintStalls(size + 120, 420),
  yagura: blurred(paintYagura(300, 420), 0.9),
  earth: layer(size, size - ground + 60, (ctx) => {
    const fill = ctx.createLinearGradient(0, 0, 0, size - ground + 60)
    fill.addColorStop(0, 'rgba(138,74,52,0)')
    fill.addColorStop(0.2, '#8a4a34')
    fill.addColorStop(0.4, '#4a2830')
    fill.addColorStop(1, '#140c18')
    ctx.fillStyle = fill
    ctx.fillRect(0, 0, size, size)
  }),
}))

const sparks = particles(71, 46, (next) => ({
  x: next(),
  sweep: next.bell() * 60,
  lag: next(),
  r: next.between(1.5, 4),
  lives: next.whole(1, 2),
}))

function drawSparks(ctx: SKRSContext2D, phase: number) {
  sparks(phase, ({ life, traits: { x, sweep, lag, r } }) => {
    const strength = smoothstep(0, 0.15, life) * (1 - life) * (0.7 + 0.3 * wave(life, 7, lag))
    const px = x * size + sweep * life + 12 * wave(life, 2, lag)
    glow(ctx, { x: px, y: 900 - 760 * life, radius: r * 3.2, hex: '#ffb25a', strength })
  })
}

/** Lights too near to be sharp, along the foot of the picture. */
function drawNearLights(ctx: SKRSContext2D, phase: number, shift: number) {
  const next = random(5)
  for (let i = 0; i < 9; i++)
    bokeh(
      ctx,
      next() * size + shift * 2,
      next.between(760, 1080),
      next.between(12, 40),
      next.pick(['#ff9a4a', '#ff5f3a', '#ffd27a']),
      0.13 + 0.05 * sway(phase, i * 0.3),
    )
}

function draw(ctx: SKRSContext2D, phase: number) {
  const s = stage()
  const view = drift(phase, { x: 14, y: 4 })
  drawNight(ctx, phase, view.x)
  glow(ctx, { x: 540, y: 760, radius: 760, hex: '#ff8a3c', strength: 0.55, squash: 0.42 })
  ctx.drawImage(s.earth, 0, ground - 60)
  glow(ctx, { x: 540, y: ground - 20, radius: 620, hex: '#c8683a', strength: 0.6, squash: 0.12 })
  ctx.drawImage(s.stalls, -60 + view.x * 0.3, ground - 290)
  ctx.drawImage(s.yagura, 390 + view.x * 0.36, ground - 372)
  for (const line of towerStrings) hangLanterns(ctx, phase, line, view.x)
  glow(ctx, { x: 540, y: 830, radius: 640, hex: '#ffa04a', strength: 0.5, squash: 0.3 })
  drawCrowd(ctx, phase, view.x)
  drawSparks(ctx, phase)
  hangLanterns(ctx, phase, nearString, view.x)
  drawNearLights(ctx, phase, view.x)
  film(ctx, { vignette: 0.4 })
}

export const scene: Scene = {
  slug: 'lantern-matsuri',
  width: size,
  height: size,
  fps: 24,
  seconds: 8,
  crf: 28,
  draw,
}
