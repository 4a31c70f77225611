import type { SKRSContext2D } from '@napi-rs/canvas'
import { fract, smoothstep, TAU } from './curve.ts'
import { EAVE } from './veranda.ts'

type Drip = { x: number; rate: number; start: number }

/** A drop swells on the lip, lets go, falls as a streak and breaks on the wet stones below. */
export function drawDrip(c: SKRSContext2D, d: Drip, phase: number): void {
  const life = fract(phase * d.rate + d.start)
  const hang = 0.5
  const lip = EAVE + 5
  const ground = 948
  if (life < hang) {
    const swell = smoothstep(0, hang, life)
    drop(c, d.x, lip + 3 + 9 * swell ** 3, 2.2 + 5.5 * swell)
    return
  }
  const seconds = ((life - hang) * 8) / d.rate
  const y = lip + 12 + 1500 * seconds * seconds
  if (y < ground) {
    const speed = 3000 * seconds
    const tail = Math.min(150, speed * 0.042)
    const streak = c.createLinearGradient(0, y - tail, 0, y)
    streak.addColorStop(0, 'rgba(235,244,244,0)')
    streak.addColorStop(1, 'rgba(240,248,248,0.85)')
    const edge = c.createLinearGradient(0, y - tail, 0, y)
    edge.addColorStop(0, 'rgba(40,62,68,0)')
    edge.addColorStop(1, 'rgba(40,62,68,0.55)')
    c.fillStyle = edge
    c.fillRect(d.x - 2.8, y - tail, 5.6, tail)
    c.fillStyle = streak
    c.fillRect(d.x - 1.5, y - tail, 3, tail)
    drop(c, d.x, y, 5.5)
    return
  }
  const since = seconds - Math.sqrt((ground - lip - 12) / 1500)
  if (since > 0.42) return
  for (let i = 0; i < 7; i++) {
    const aside = (i - 3) * 46 + 18 * Math.sin(d.x + i)
    const up = 250 + 70 * Math.sin(d.x * 3 + i * 2)
    c.globalAlpha = 0.8 * (1 - since / 0.42)
    drop(c, d.x + aside * since, ground - up * since + 900 * since * since, 1.9)
  }
  c.globalAlpha = 1
}

/** Water shows what is behind it upside down: the dark eave below turns bright, the pale garden above turns dark. */
function drop(c: SKRSContext2D, x: number, y: number, r: number): void {
  const body = c.createLinearGradient(0, y - r * 1.4, 0, y + r * 1.4)
  body.addColorStop(0, 'rgba(150,172,176,0.55)')
  body.addColorStop(0.4, 'rgba(88,114,120,0.9)')
  body.addColorStop(0.75, 'rgba(214,230,230,0.95)')
  body.addColorStop(1, 'rgba(246,252,252,0.95)')
  c.fillStyle = body
  c.beginPath()
  c.moveTo(x, y - r * 1.9)
  c.bezierCurveTo(x + r * 0.5, y - r * 0.8, x + r, y - r * 0.2, x + r, y + r * 0.4)
  c.bezierCurveTo(x + r, y + r * 1.6, x - r, y + r * 1.6, x - r, y + r * 0.4)
  c.bezierCurveTo(x - r, y - r * 0.2, x - r * 0.5, y - r * 0.8, x, y - r * 1.9)
  c.fill()
  c.fillStyle = 'rgba(255,255,255,0.9)'
  c.beginPath()
  c.arc(x - r * 0.34, y + r * 0.05, r * 0.2, 0, TAU)
  c.fill()
}
