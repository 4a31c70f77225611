import { type Canvas, createCanvas } from '@napi-rs/canvas'

export type CedarTones = { shade: string; body: string; lit: string }

/** A Japanese cedar 200×600 on a transparent ground, rooted at (100, 600), built of drooping dabs from the foot up. */
export function cedarSprite(random: () => number, tones: CedarTones): Canvas {
  const canvas = createCanvas(200, 600)
  const c = canvas.getContext('2d')
  c.fillStyle = tones.shade
  c.beginPath()
  c.moveTo(94, 600)
  c.lineTo(99, 20)
  c.lineTo(101, 20)
  c.lineTo(106, 600)
  c.fill()
  const bare = 0.03 + 0.08 * random()
  const plump = 0.8 + 0.35 * random()
  const layers = 58
  for (let layer = 0; layer < layers; layer++) {
    const t = bare + (1 - bare) * (layer / layers)
    const ragged = 0.55 + 0.5 * Math.abs(Math.sin(layer * 1.9 + plump * 40)) + 0.15 * random()
    const reach = (78 * (1 - t) ** 0.7 + 2.5) * plump * ragged
    const sprays = 22 + Math.round(reach * 1.5)
    for (let i = 0; i < sprays; i++) drawSpray(c, 585 - 578 * t, reach, tones, random)
  }
  return canvas
}

/** One spray of needles: springs from the stem, droops outwards, bright on the side of the light (right). */
function drawSpray(
  c: ReturnType<Canvas['getContext']>,
  y: number,
  reach: number,
  tones: CedarTones,
  random: () => number,
): void {
  const u = (random() + random() - 1) * 1.15
  const x = 100 + u * reach
  const top = y + Math.abs(u) ** 1.4 * reach * 0.42 + (random() - 0.5) * 10
  const long = 3 + 6 * random()
  const lit = u > -0.1 && random() < 0.2 + 0.35 * u
  c.strokeStyle = lit ? tones.lit : random() < 0.45 ? tones.body : tones.shade
  c.globalAlpha = lit ? 0.7 : 0.9
  c.lineWidth = 1.6 + 2.2 * random()
  c.lineCap = 'round'
  c.beginPath()
  c.moveTo(x, top)
  c.lineTo(x + u * long * 1.1, top + long * (0.5 + Math.abs(u) * 0.6))
  c.stroke()
}
