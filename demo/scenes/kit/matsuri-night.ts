import type { SKRSContext2D } from '@napi-rs/canvas'
import { cloudLayer } from './cloud.ts'
import { drawShell, type Shell } from './fireworks.ts'
import { drawFlow } from './flow.ts'
import { layer, skyGradient } from './layer.ts'
import { once } from './once.ts'
import { crest, ridgePath } from './ridge.ts'

export const size = 1080

const backdrop = once(() => ({
  sky: skyGradient(size, size, [
    [0, '#0b1030'],
    [0.35, '#1b1f4e'],
    [0.6, '#3b2f66'],
    [0.74, '#6b4468'],
    [0.8, '#8d5560'],
    [1, '#2a1a2a'],
  ]),
  smoke: cloudLayer({
    ...{ seed: 14, width: 1500, height: 460, span: [300, 110], lit: '#6b5a86', shade: '#252452' },
    ...{ cover: 0.46, soft: 0.7, sun: [0, 1], opacity: 0.5 },
  }),
  hills: layer(size + 80, size, (ctx) => {
    for (const [seed, y, tall, hex] of [
      [4, 650, 60, '#2b2750'],
      [9, 690, 44, '#1d1b3d'],
    ] as const) {
      ridgePath(ctx, crest({ seed, y, height: tall, span: 330, rough: 0.35 }), [0, size + 80], size)
      ctx.fillStyle = hex
      ctx.fill()
    }
  }),
}))

const shells: Shell[] = [
  {
    x: 560,
    y: 320,
    radius: 190,
    at: 0.08,
    lasts: 0.34,
    hex: '#ffb04a',
    heart: '#fff3c8',
    seed: 3,
    droop: 0.5,
  },
  { x: 262, y: 330, radius: 120, at: 0.29, lasts: 0.28, hex: '#ff5d6c', heart: '#ffe0d0', seed: 8 },
  { x: 840, y: 330, radius: 132, at: 0.44, lasts: 0.3, hex: '#6fa8ff', heart: '#eaf2ff', seed: 12 },
  { x: 430, y: 330, radius: 150, at: 0.62, lasts: 0.3, hex: '#c97bff', heart: '#ffe9ff', seed: 21 },
  {
    x: 700,
    y: 310,
    radius: 175,
    at: 0.8,
    lasts: 0.33,
    hex: '#ffce6a',
    heart: '#fffbe0',
    seed: 30,
    droop: 0.62,
  },
]

/** What lies beyond the square: dusk, drifting smoke, fireworks and hills. `shift` is the camera's travel in pixels. */
export function drawNight(ctx: SKRSContext2D, phase: number, shift: number) {
  const { sky, smoke, hills } = backdrop()
  ctx.drawImage(sky, 0, 0)
  drawFlow(ctx, smoke, phase, { x: -210, y: 60, distance: 80, width: 1500, height: 460 })
  for (const shell of shells) drawShell(ctx, phase, { ...shell, x: shell.x + shift * 0.1 }, 640)
  ctx.drawImage(hills, -40 + shift * 0.15, 0)
}
