import type { SKRSContext2D } from '@napi-rs/canvas'
import { clamp } from './curve.ts'
import { cellRandom, fbm, noise } from './gradient-noise.ts'
import { pixelPass } from './pixel-pass.ts'
import { camera, height, middle, width } from './ramen-view.ts'
import { mix, scaled, smooth, tone } from './tones.ts'

/** An old counter of broad planks, rubbed dark, with the lamp's pool of light and the bowl's shadow. */
export function paintCounter(ctx: SKRSContext2D) {
  pixelPass(ctx, { x: 0, y: 0, width, height }, (px, py, out) => {
    const z = (camera.focal * camera.eye) / (py - camera.horizon)
    const x = ((px - camera.centre) / camera.focal) * z
    const across = z * 0.99 - x * 0.12
    const along = x * 0.99 + z * 0.12
    const board = Math.floor(across / 8.6)
    const inBoard = across / 8.6 - board
    const shift = cellRandom(board, 2) * 90
    const knot = Math.hypot((along - 14 + shift * 0.7) / 5, (inBoard - 0.4) * 3)
    const bend = 1.1 * Math.exp(-knot * knot * 0.8) + 0.4 * noise(along / 16 + shift, across / 4)
    const rings = Math.abs(((across * 0.75 + bend * 3 + shift) % 1) - 0.5) * 2
    const grain =
      0.5 * smooth(0.1, 0.95, rings) +
      0.3 * noise(along / 3 + shift, across * 8) +
      0.2 * noise(along * 0.9, across * 32)
    const seam = smooth(0.014, 0.002, Math.min(inBoard, 1 - inBoard))
    const wear = fbm(along / 9, across / 3, 4, 6)
    const pool = Math.exp(-(((x + 5) / 25) ** 2) - ((z - 43) / 19) ** 2)
    let c = mix(
      tone('#2b140a'),
      tone('#9a5a2b'),
      clamp(0.34 + 0.34 * grain + 0.18 * wear + 0.1 * (cellRandom(board, 5) - 0.5)),
    )
    c = scaled(c, (0.26 + 1.25 * pool) * (1 - 0.75 * seam))
    const sx = x - 3.2
    const sz = z - middle + 2.6
    const shadow = smooth(13.5, 5.4, Math.hypot(sx, sz * 1.1)) * 0.82
    const gloss = 0.2 * pool * smooth(0.1, 0.7, noise(x / 7, z / 2.4, 4) + 0.5 * smooth(42, 54, z))
    for (let i = 0; i < 3; i++)
      out[i] = (c[i] as number) * (1 - shadow) + gloss * (1 - shadow) * ([1, 0.78, 0.5][i] as number)
  })
}
