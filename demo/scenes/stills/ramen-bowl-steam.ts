import type { SKRSContext2D } from '@napi-rs/canvas'
import { paintChopsticks } from '../kit/chopsticks.ts'
import { clamp } from '../kit/curve.ts'
import { finish } from '../kit/finish.ts'
import { fbm, noise } from '../kit/gradient-noise.ts'
import { pixelPass } from '../kit/pixel-pass.ts'
import { paintBowl } from '../kit/ramen-bowl.ts'
import { paintCounter } from '../kit/ramen-counter.ts'
import { shadeFood, surface } from '../kit/ramen-surface.ts'
import { camera, height, width } from '../kit/ramen-view.ts'
import { paintRelief } from '../kit/relief.ts'
import { smooth } from '../kit/tones.ts'
import { emptyDish, serve } from '../kit/toppings.ts'
import type { Still } from '../scene.ts'

function paintSteam(ctx: SKRSContext2D) {
  pixelPass(
    ctx,
    { x: 0, y: 0, width, height: 1200 },
    (x, y, out) => {
      const up = (900 - y) / 900
      const bend = 120 * noise(y / 420, 3) * up
      const u = (x - 1230 + bend) / (560 + 160 * up)
      const warp = fbm(x / 300, y / 460 + 2, 4, 15)
      const wisps = 1 - Math.abs(fbm(x / 330 + warp * 1.2, y / 620 + warp * 0.6, 3, 25)) * 2.2
      const veil = 0.5 + 0.5 * fbm(x / 260 + warp, y / 300, 4, 35)
      const place = Math.exp(-u * u * 1.6) * smooth(1150, 780, y) * (1 - 0.45 * smooth(500, 0, y))
      out[0] = 1
      out[1] = 0.93
      out[2] = 0.82
      out[3] = clamp(place * (0.4 * Math.max(0, wisps) ** 1.7 + 0.4 * veil * veil))
    },
    0.5,
  )
}

function paint(ctx: SKRSContext2D) {
  const dish = emptyDish()
  serve(dish)
  paintCounter(ctx)
  paintChopsticks(ctx)
  paintBowl(ctx)
  paintRelief(ctx, {
    camera,
    height: surface(dish),
    shade: shadeFood(dish),
    width,
    bottom: height,
    step: 0.0005,
    bevel: 1.5,
  })
  paintSteam(ctx)
  finish(ctx, { bloom: 0.3, spread: 0.016, vignette: 0.4, contrast: 1.06, saturation: 1.06 })
}

export const still: Still = { slug: 'ramen-bowl-steam', width, height, quality: 84, paint }
