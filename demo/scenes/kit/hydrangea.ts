import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'

export type Hsl = { hue: number; saturation: number; lightness: number }

function floret(c: SKRSContext2D, r: number, { hue, saturation, lightness }: Hsl): void {
  for (let i = 0; i < 4; i++) {
    c.save()
    c.rotate((i * Math.PI) / 2)
    c.fillStyle = `hsl(${hue},${saturation}%,${lightness + (i % 2) * 3}%)`
    c.beginPath()
    c.moveTo(0, 0)
    c.bezierCurveTo(r * 0.75, -r * 0.1, r * 0.85, -r * 0.9, 0, -r * 0.98)
    c.bezierCurveTo(-r * 0.85, -r * 0.9, -r * 0.75, -r * 0.1, 0, 0)
    c.fill()
    c.strokeStyle = `hsla(${hue},${saturation}%,${lightness - 22}%,0.35)`
    c.lineWidth = r * 0.05
    c.beginPath()
    c.moveTo(0, -r * 0.1)
    c.lineTo(0, -r * 0.8)
    c.stroke()
    c.restore()
  }
  c.fillStyle = `hsl(${hue + 10},${saturation * 0.7}%,${Math.min(92, lightness + 22)}%)`
  c.beginPath()
  c.arc(0, 0, r * 0.14, 0, Math.PI * 2)
  c.fill()
}

/** A mop-head of hydrangea of radius r in the middle of a square of 2.4 r: a ball of florets lit from above. */
export function hydrangeaHead(next: () => number, r: number, tone: Hsl): Canvas {
  const canvas = createCanvas(Math.ceil(r * 2.4), Math.ceil(r * 2.4))
  const c = canvas.getContext('2d')
  c.translate(r * 1.2, r * 1.2)
  const florets = Array.from({ length: 190 }, () => {
    const turn = next() * Math.PI * 2
    const far = Math.sqrt(next())
    return { x: Math.cos(turn) * far, y: Math.sin(turn) * far * 0.88, far, spin: next() * 3 }
  }).sort((a, b) => b.far - a.far)
  for (const f of florets) {
    const up = Math.sqrt(Math.max(0, 1 - f.far * f.far))
    const light = -f.y * 0.55 + up * 0.5
    c.save()
    c.translate(f.x * r * 0.92, f.y * r * 0.92)
    c.rotate(Math.atan2(f.y, f.x))
    c.scale(0.45 + 0.55 * up, 1)
    c.rotate(f.spin)
    floret(c, r * 0.19, {
      hue: tone.hue + (next() - 0.5) * 22 + light * 8,
      saturation: tone.saturation * (0.85 + 0.3 * next()),
      lightness: tone.lightness + light * 22 - 8 + (next() - 0.5) * 8,
    })
    c.restore()
  }
  return canvas
}

/** A broad toothed leaf pointing up from (0, 0), `long` pixels. */
export function hydrangeaLeaf(c: SKRSContext2D, long: number, { hue, saturation, lightness }: Hsl): void {
  const fill = c.createLinearGradient(-long * 0.3, 0, long * 0.3, 0)
  fill.addColorStop(0, `hsl(${hue},${saturation}%,${lightness - 5}%)`)
  fill.addColorStop(0.5, `hsl(${hue},${saturation}%,${lightness + 6}%)`)
  fill.addColorStop(0.51, `hsl(${hue},${saturation}%,${lightness - 2}%)`)
  fill.addColorStop(1, `hsl(${hue},${saturation}%,${lightness + 2}%)`)
  c.fillStyle = fill
  c.beginPath()
  c.moveTo(0, 0)
  c.bezierCurveTo(long * 0.42, -long * 0.2, long * 0.36, -long * 0.75, 0, -long)
  c.bezierCurveTo(-long * 0.36, -long * 0.75, -long * 0.42, -long * 0.2, 0, 0)
  c.fill()
  c.strokeStyle = `hsla(${hue - 10},${saturation}%,${lightness + 20}%,0.4)`
  c.lineWidth = Math.max(0.6, long * 0.014)
  c.beginPath()
  c.moveTo(0, 0)
  c.lineTo(0, -long * 0.95)
  for (let i = 1; i < 6; i++) {
    const y = -long * (0.1 + i * 0.13)
    for (const side of [-1, 1]) {
      c.moveTo(0, y)
      c.quadraticCurveTo(
        side * long * 0.14,
        y - long * 0.06,
        side * long * (0.27 - i * 0.02),
        y - long * 0.16,
      )
    }
  }
  c.stroke()
}
