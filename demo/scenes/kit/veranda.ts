import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { TAU } from './curve.ts'
import { H, W } from './rain-garden.ts'
import { random } from './random.ts'

export const EAVE = 196

export const TILES = 17

/** The dark underside of the eave: rafters running out to a scalloped edge of tile backs. */
export function paintEave(): Canvas {
  const canvas = createCanvas(W, H)
  const c = canvas.getContext('2d')
  const step = W / TILES
  const wood = c.createLinearGradient(0, 0, 0, EAVE)
  wood.addColorStop(0, '#0f0e11')
  wood.addColorStop(1, '#2a2626')
  c.fillStyle = wood
  c.fillRect(0, 0, W, EAVE - 26)
  for (let i = -6; i <= TILES + 6; i++) {
    const x = (i + 0.5) * step
    const far = W / 2 + (x - W / 2) * 1.5
    c.fillStyle = '#171416'
    c.beginPath()
    c.moveTo(x - 19, EAVE - 36)
    c.lineTo(x + 19, EAVE - 36)
    c.lineTo(far + 34, 0)
    c.lineTo(far - 34, 0)
    c.fill()
    c.fillStyle = '#4b4743'
    c.fillRect(x - 19, EAVE - 42, 38, 7)
    c.fillStyle = 'rgba(150,165,160,0.13)'
    c.beginPath()
    c.moveTo(x + (x < W / 2 ? 13 : -19), EAVE - 36)
    c.lineTo(x + (x < W / 2 ? 19 : -13), EAVE - 36)
    c.lineTo(far + (x < W / 2 ? 34 : -28), 0)
    c.lineTo(far + (x < W / 2 ? 28 : -34), 0)
    c.fill()
  }
  c.fillStyle = '#1c191a'
  c.fillRect(0, EAVE - 38, W, 20)
  c.fillStyle = '#35302e'
  c.fillRect(0, EAVE - 40, W, 3)
  for (let i = 0; i < TILES; i++) {
    const x = (i + 0.5) * step
    const lip = c.createLinearGradient(0, EAVE - 24, 0, EAVE + 6)
    lip.addColorStop(0, '#17181b')
    lip.addColorStop(1, '#3b4346')
    c.fillStyle = lip
    c.beginPath()
    c.moveTo(x - step / 2, EAVE - 24)
    c.lineTo(x + step / 2, EAVE - 24)
    c.lineTo(x + step / 2, EAVE - 12)
    c.quadraticCurveTo(x, EAVE + 22, x - step / 2, EAVE - 12)
    c.fill()
    c.strokeStyle = 'rgba(190,208,206,0.55)'
    c.lineWidth = 1.6
    c.beginPath()
    c.moveTo(x - step / 2, EAVE - 12)
    c.quadraticCurveTo(x, EAVE + 22, x + step / 2, EAVE - 12)
    c.stroke()
    c.fillStyle = '#202427'
    c.beginPath()
    c.arc(x - step / 2, EAVE - 18, 22, 0, TAU)
    c.fill()
    c.strokeStyle = '#566065'
    c.lineWidth = 2
    c.beginPath()
    c.arc(x - step / 2, EAVE - 18, 20, 0.2, Math.PI - 0.2)
    c.stroke()
  }
  return canvas
}

/** Polished boards of the veranda, and the pale garden mirrored in the wet wood. */
export function paintVeranda(): Canvas {
  const canvas = createCanvas(W, H)
  const c = canvas.getContext('2d')
  const next = random(5)
  const deck = c.createLinearGradient(0, 975, 0, H)
  deck.addColorStop(0, '#6d7470')
  deck.addColorStop(0.12, '#3a3735')
  deck.addColorStop(1, '#151213')
  c.fillStyle = deck
  c.fillRect(0, 975, W, 105)
  for (let i = -10; i <= 26; i++) {
    const x = W / 2 + (i - 8) * 118
    const low = W / 2 + (i - 8) * 150
    c.strokeStyle = 'rgba(8,6,6,0.75)'
    c.lineWidth = 2.5
    c.beginPath()
    c.moveTo(x, 975)
    c.lineTo(low, H)
    c.stroke()
    c.fillStyle = `rgba(${150 + 40 * next()},170,166,${0.05 + 0.09 * next()})`
    c.beginPath()
    c.moveTo(x + 2, 978)
    c.lineTo(x + 116, 978)
    c.lineTo(low + 148, H)
    c.lineTo(low + 2, H)
    c.fill()
  }
  c.fillStyle = '#0d0b0c'
  c.fillRect(0, 968, W, 9)
  c.fillStyle = 'rgba(205,218,214,0.5)'
  c.fillRect(0, 966, W, 2.4)
  return canvas
}

/** The pillar on the left, with the garden's light on its outer edge. */
export function paintPillar(): Canvas {
  const canvas = createCanvas(W, H)
  const c = canvas.getContext('2d')
  const next = random(15)
  const post = c.createLinearGradient(148, 0, 226, 0)
  post.addColorStop(0, '#100d0e')
  post.addColorStop(0.7, '#241d1c')
  post.addColorStop(0.94, '#5c5650')
  post.addColorStop(1, '#8b8f89')
  c.fillStyle = post
  c.fillRect(148, 0, 78, 990)
  for (let i = 0; i < 40; i++) {
    c.fillStyle = `rgba(0,0,0,${0.1 + 0.14 * next()})`
    c.fillRect(150 + 62 * next(), 60 + 600 * next(), 1.2, 120 + 260 * next())
  }
  return canvas
}
