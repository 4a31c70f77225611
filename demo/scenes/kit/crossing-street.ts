import type { SKRSContext2D } from '@napi-rs/canvas'
import { BOX, H, W } from './crossing-plan.ts'
import { lerp, smoothstep } from './curve.ts'
import type { Random } from './random.ts'
import { shadedLayer } from './shaded-layer.ts'
import { fillShape, flat, shoot } from './street-camera.ts'
import { noiseTile, tileAt } from './tile-noise.ts'

export function paintSky(c: SKRSContext2D): void {
  const sky = c.createLinearGradient(0, 0, 0, 560)
  sky.addColorStop(0, '#0d1026')
  sky.addColorStop(0.45, '#2b2148')
  sky.addColorStop(1, '#6a4468')
  c.fillStyle = sky
  c.fillRect(0, 0, W, H)
}

/** Wet asphalt: dark, mottled, with every bright front above it drawn out towards us. */
export function paintStreet(c: SKRSContext2D): void {
  const grit = noiseTile(3, { size: 512, cells: 8, octaves: 5, gain: 0.6 })
  const pools: [number, number, [number, number, number], number][] = [
    [150, 230, [90, 130, 255], 520],
    [720, 130, [255, 70, 120], 620],
    [930, 130, [255, 160, 80], 480],
    [540, 60, [255, 200, 150], 700],
    [430, 34, [255, 70, 60], 420],
    [350, 40, [255, 120, 60], 260],
    [645, 40, [220, 235, 255], 340],
  ]
  const layer = shadedLayer(W / 2, H / 2).paint((px, py, out) => {
    const x = px * 2
    const y = py * 2
    const down = smoothstep(560, H, y)
    const spread = 0.25 + 0.75 * down
    const n = tileAt(grit, (x - 540) / (620 * spread) + 0.5, y / 900)
    const fine = tileAt(grit, (x - 540) / (150 * spread) + 0.5, y / 420)
    const speck = tileAt(grit, x / 90, y / 60)
    let r = lerp(30, 13, down) + 7 * (n - 0.5) + 7 * (speck - 0.5)
    let g = lerp(27, 14, down) + 7 * (n - 0.5) + 7 * (speck - 0.5)
    let b = lerp(46, 25, down) + 9 * (n - 0.5) + 8 * (speck - 0.5)
    const wet = 0.25 + 0.75 * smoothstep(0.3, 0.75, 0.4 * n + 0.6 * fine)
    for (const [sx, wide, rgb, long] of pools) {
      const [pr, pg, pb] = rgb
      const fall =
        Math.exp(-(((x - sx) / wide) ** 2)) *
        Math.exp(-Math.max(0, y - 1010) / long) *
        smoothstep(520, 900, y) *
        0.46 *
        wet
      r += pr * fall
      g += pg * fall
      b += pb * fall
    }
    out[0] = r
    out[1] = g
    out[2] = b
  })
  c.save()
  c.beginPath()
  const left = shoot([-400, 0, 900])
  c.rect(0, left.y, W, H)
  c.clip()
  c.drawImage(layer, 0, 0, W, H)
  c.restore()
}

export function paintMarkings(c: SKRSContext2D, next: Random): void {
  const stripe = (x0: number, x1: number, z0: number, z1: number) => {
    c.fillStyle = `rgba(226,224,236,${next.between(0.5, 0.7)})`
    fillShape(c, flat(x0, x1, z0, z1))
  }
  for (let x = -13; x < 13; x += 1.9) {
    stripe(x, x + 0.95, BOX.near - 1, BOX.near + 4.5)
    stripe(x, x + 0.95, BOX.far - 4.5, BOX.far + 1)
  }
  for (let z = BOX.near + 6; z < BOX.far - 6; z += 1.9) {
    stripe(BOX.left - 1.5, BOX.left + 3.5, z, z + 0.95)
    stripe(BOX.right - 3.5, BOX.right + 1.5, z, z + 0.95)
  }
  for (let i = -9; i <= 9; i++) {
    const x = i * 1.05
    const z = (BOX.near + BOX.far) / 2 + i * 0.86
    c.fillStyle = `rgba(226,224,236,${next.between(0.42, 0.6)})`
    fillShape(c, [
      [x - 2.7, 0, z + 2.6],
      [x - 2.1, 0, z + 3.1],
      [x + 2.9, 0, z - 2.4],
      [x + 2.3, 0, z - 2.9],
    ])
  }
  c.fillStyle = 'rgba(226,224,236,0.5)'
  fillShape(c, flat(-12, -0.3, BOX.near - 4.6, BOX.near - 4))
  fillShape(c, flat(0.3, 12, BOX.far + 3, BOX.far + 3.7))
  for (const x of [-48, -41, -34, -27, 21, 28, 35, 42]) fillShape(c, flat(x, x + 4, 62.9, 63.15))
  fillShape(c, flat(-19.2, -18.6, 52, 62))
  fillShape(c, flat(18.6, 19.2, 64, 77))
  for (let z = 84; z < 320; z += 9) fillShape(c, flat(-0.12, 0.12, z, z + 5))
}

/** Pavements on the four corners, a shade lighter than the road, with kerbs that catch the light. */
export function paintPavements(c: SKRSContext2D): void {
  for (const side of [-1, 1]) {
    for (const [z0, z1] of [
      [79, 122],
      [122, 420],
      [10, 46],
    ] as const) {
      c.fillStyle = 'rgba(66,60,84,0.62)'
      fillShape(c, flat(side * 13.5, side * 120, z0, z1))
      c.fillStyle = 'rgba(190,184,210,0.35)'
      fillShape(c, flat(side * 13.2, side * 13.6, z0, z1))
    }
    c.fillStyle = 'rgba(190,184,210,0.3)'
    fillShape(c, flat(side * 13.5, side * 120, 78.7, 79.1))
    fillShape(c, flat(side * 13.5, side * 120, 45.9, 46.3))
  }
}
