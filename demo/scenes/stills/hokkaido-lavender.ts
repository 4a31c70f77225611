import type { SKRSContext2D } from '@napi-rs/canvas'
import { clamp, lerp } from '../kit/curve.ts'
import { finish } from '../kit/finish.ts'
import { cellRandom, fbm, noise, ridged } from '../kit/gradient-noise.ts'
import { pixelPass } from '../kit/pixel-pass.ts'
import { random } from '../kit/random.ts'
import { type Camera, type Hit, paintRelief, project, sunlit, unit } from '../kit/relief.ts'
import { css, mix, ramp, scaled, smooth, type Tone, tone } from '../kit/tones.ts'
import type { Still } from '../scene.ts'

const width = 3000
const height = 1280
const camera: Camera = { eye: 6.6, horizon: 520, focal: 1500, centre: 1260, near: 3.2, far: 620 }
const sun = unit(-0.7, 0.52, 0.12)
const haze = tone('#c9dcea')

/** Metres: the bare land, falling away from the viewer, then rising in farm hills. */
const land = (x: number, z: number) =>
  -5 * smooth(10, 90, z) +
  12 * smooth(110, 330, z) * (0.7 + 0.9 * fbm(x / 130, z / 170, 2, 6)) +
  26 * Math.exp(-(((x + 170) / 110) ** 2) - ((z - 330) / 120) ** 2) +
  0.9 * fbm(x / 16, z / 16, 2, 3)

/** Lavender ends here; beyond it lie wheat, potatoes, hay. */
const flowers = (z: number, x: number) => smooth(92, 88, z + 8 * noise(x / 40, 2) + x * 0.12)

/** Rows run to a point on the left of the horizon. */
const rowAt = (x: number, z: number) => (x + z * 0.16 + 1.2 * noise(z / 30, 0.7)) / 1.9

function bush(x: number, z: number): number {
  const across = rowAt(x, z)
  const round = Math.abs(across - Math.floor(across) - 0.5) * 2
  const body = Math.sqrt(Math.max(0, 1 - clamp(round * 1.18) ** 2.2)) * (0.86 + 0.2 * noise(x * 0.9, z * 0.7))
  const spikes =
    z < 80 ? 0.2 * noise(x * 9, z * 6) * smooth(80, 30, z) + (z < 26 ? 0.13 * noise(x * 23, z * 15) : 0) : 0
  return flowers(z, x) * Math.max(0, 0.78 * body + spikes * body)
}

/** Windbreak groves and hedgerows of the far farms. */
function grove(x: number, z: number): number {
  if (z < 120) return 0
  const belt = Math.max(
    smooth(0.45, 0.62, noise(x / 60, z / 22, 11)),
    smooth(0.93, 0.99, 1 - Math.abs(noise(x / 150, z / 60, 14))) * 0.8,
  )
  return belt * (5 + 3.4 * noise(x / 1.7, z / 3, 4) + 2 * noise(x / 5, z / 9, 5))
}

const ground = (x: number, z: number) => land(x, z) + bush(x, z) + grove(x, z)

const purple = ramp(
  [0, tone('#2a2150')],
  [0.34, tone('#5a3f97')],
  [0.6, tone('#8a66c8')],
  [0.84, tone('#b798e6')],
  [1, tone('#ead6f7')],
)
const leafy = ramp([0, tone('#22371f')], [0.5, tone('#5c7d42')], [1, tone('#a3b96c')])
const farm: readonly Tone[] = [
  tone('#8fae58'),
  tone('#d9c77c'),
  tone('#6f9a4c'),
  tone('#b8c878'),
  tone('#9a8660'),
  tone('#7fa65a'),
  tone('#e4d694'),
]

function shade(hit: Hit, out: Float64Array) {
  const { x, y, z } = hit
  const lit = sunlit(ground, hit, sun, z < 90 ? 5 : 26, 6)
  const facing = clamp(hit.nx * sun[0] + hit.ny * sun[1] + hit.nz * sun[2])
  const cloud = 0.62 + 0.38 * smooth(-0.15, 0.25, fbm(x / 120 + 3, z / 60, 3, 17))
  const sunny = lit * facing * cloud
  const raised = bush(x, z)
  const far = smooth(14, 60, z)
  let c: Tone
  if (flowers(z, x) > 0.5) {
    const bloom = clamp(smooth(0.2, 0.62, raised + 0.1 * noise(x * 6, z * 6, 9)) + far * 0.1)
    const floret = 0.16 * noise(x * 30, z * 20, 7) * (1 - far) + 0.08 * noise(x * 3, z * 2, 5)
    c = mix(
      leafy(0.12 + sunny * 0.6 + floret),
      purple(clamp(0.12 + sunny * 0.72 + floret + 0.1 * hit.ny)),
      bloom,
    )
    const aisle = smooth(0.2, 0.05, raised)
    c = mix(
      c,
      mix(
        scaled(tone('#a98a64'), 0.4 + 0.75 * sunny),
        leafy(0.3 + sunny * 0.5),
        0.35 + 0.65 * smooth(-0.5, 0.5, noise(x * 5, z * 2.4, 8)),
      ),
      aisle,
    )
  } else {
    const strip = Math.floor((x + z * 0.5) / 46 + 0.6 * noise(x / 60, z / 50, 2))
    const row = Math.floor(z / 52 + 0.4 * noise(x / 90, 1))
    const crop = farm[Math.floor(cellRandom(strip, row, 3) * farm.length)] as Tone
    const furrow = 0.05 * Math.sin((x - z * (0.4 + (strip % 3) * 0.5)) * 2.2) * smooth(260, 120, z)
    c = scaled(crop, 0.42 + 0.72 * sunny + furrow + 0.06 * fbm(x / 6, z / 6, 3))
    if (grove(x, z) > 0.6)
      c = mix(
        tone('#16311f'),
        tone('#6f8f4a'),
        clamp(sunny * 0.9 + 0.22 * noise(x * 1.3, y * 1.1, 3) + 0.14 * noise(x * 3.4, y * 3, 4)),
      )
  }
  const fog = clamp(1 - Math.exp(-Math.max(0, z - 20) / 560), 0, 0.8)
  out[0] = lerp(c[0], haze[0], fog)
  out[1] = lerp(c[1], haze[1], fog)
  out[2] = lerp(c[2], haze[2], fog) + (1 - lit) * 0.012
}

/** Daisetsu-like range: rock ribs, snow left in the gullies, forest at the foot. */
function mountain(x: number, y: number, layer: number): readonly [number, Tone] {
  const wide = layer === 0 ? 620 : 380
  const lift =
    layer === 0 ? 250 * Math.exp(-(((x - 1880) / 820) ** 2)) + 120 * Math.exp(-(((x - 900) / 500) ** 2)) : 60
  const crest =
    (layer === 0 ? 520 : 505) -
    lift -
    (layer === 0 ? 130 : 60) * ridged(x / wide + layer * 5, 0.4, 5, 3 + layer) +
    6 * noise(x / 9, layer)
  const cover = smooth(-1, 1, y - crest)
  if (cover <= 0) return [0, haze]
  const below = y - crest
  const rib = ridged(
    (x + below * 0.5 + 26 * noise(x / 130, y / 90, 9)) / 105,
    (y - below * 0.4) / 170,
    5,
    30 + layer,
  )
  const rib2 = ridged(
    (x + 6 + below * 0.5 + 26 * noise(x / 130, y / 90, 9)) / 105,
    (y - below * 0.4) / 170,
    5,
    30 + layer,
  )
  const lightSide = clamp(0.5 + (rib2 - rib) * 5)
  const snow = layer === 0 ? smooth(0.34, 0.2, rib + below / 480) * smooth(0, 26, below) : 0
  const rock = mix(tone('#6d83a6'), tone('#b3bcd0'), lightSide)
  const forest = mix(tone('#587a86'), tone('#8fae9c'), lightSide)
  let c = mix(rock, forest, layer === 1 ? 1 : smooth(90, 210, below))
  c = mix(c, tone('#f6f7fb'), snow * 0.85)
  return [
    cover,
    mix(c, haze, layer === 0 ? 0.3 + 0.5 * smooth(320, 520, y) : 0.34 + 0.3 * smooth(440, 530, y)),
  ]
}

function paintSky(ctx: SKRSContext2D) {
  const blue = ramp([0, tone('#3f86c6')], [0.5, tone('#84b9df')], [1, tone('#d9e9ee')])
  pixelPass(ctx, { x: 0, y: 0, width, height: 640 }, (x, y, out) => {
    let c = blue(y / 540)
    for (let deck = 0; deck < 3; deck++) {
      const depth = 1 + deck * 0.9
      const px = x / (760 / depth) + deck * 9 + 0.35
      const py = (y * (1 + deck * 0.8)) / (330 / depth) + deck
      const thick = fbm(px, py, 6, 40 + deck)
      const base = smooth(0.05 + 0.04 * deck, 0.34, thick + 0.3 * noise(px / 2, py / 2, 50))
      const above = fbm(px - 0.07, py - 0.13, 5, 40 + deck)
      const lit = clamp(0.62 + (thick - above) * 1.7)
      const body = mix(tone('#a9bcd6'), tone('#fffdf6'), lit)
      c = mix(
        c,
        mix(body, haze, deck * 0.2),
        base * (0.95 - deck * 0.2) * smooth(0, 60, y + 40) * smooth(500, 380, y),
      )
    }
    for (let layer = 0; layer < 2; layer++) {
      const [cover, face] = mountain(x, y, layer)
      if (cover > 0) c = mix(c, face, cover)
    }
    out[0] = c[0]
    out[1] = c[1]
    out[2] = c[2]
  })
}

/** Near flower spikes, drawn one by one so that a slow zoom finds real stems. */
function spikes(ctx: SKRSContext2D) {
  const roll = random(11)
  const stems = Array.from({ length: 3600 }, () => ({ z: 3.6 + 14 * roll() ** 1.7, u: roll() })).sort(
    (a, b) => b.z - a.z,
  )
  for (const { z, u } of stems) {
    const x = ((u * (width + 300) - 150 - camera.centre) / camera.focal) * z
    if (bush(x, z) < 0.5) continue
    const foot = project(camera, x, ground(x, z) - 0.05, z)
    const tall = (0.2 + roll() * 0.16) * foot.unit
    const lean = (roll() - 0.35) * tall * 0.4
    const shadeOf = roll()
    ctx.strokeStyle = css(mix(tone('#4d6a3a'), tone('#93a864'), shadeOf), 0.8)
    ctx.lineWidth = Math.max(1, 0.008 * foot.unit)
    ctx.beginPath()
    ctx.moveTo(foot.x, foot.y)
    ctx.lineTo(foot.x + lean, foot.y - tall)
    ctx.stroke()
    for (let k = 0; k < 7; k++) {
      const t = 0.5 + k / 12
      const fat = 0.021 * foot.unit * (1.15 - Math.abs(k - 2.5) * 0.16)
      ctx.fillStyle = css(purple(clamp(0.42 + shadeOf * 0.3 + k * 0.03 + (roll() - 0.5) * 0.28)), 0.95)
      ctx.beginPath()
      ctx.ellipse(foot.x + lean * t + (roll() - 0.5) * fat, foot.y - tall * t, fat, fat * 0.75, roll(), 0, 7)
      ctx.fill()
    }
  }
}

function paint(ctx: SKRSContext2D) {
  paintSky(ctx)
  paintRelief(ctx, { camera, height: ground, shade, width, bottom: height, step: 0.0018 })
  spikes(ctx)
  finish(ctx, { bloom: 0.14, vignette: 0.16, contrast: 1.06, saturation: 1.05 })
}

export const still: Still = { slug: 'hokkaido-lavender', width, height, quality: 76, paint }
