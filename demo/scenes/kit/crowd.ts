import type { SKRSContext2D } from '@napi-rs/canvas'
import { fract, lerp, smoothstep, TAU } from './curve.ts'
import type { Random } from './random.ts'
import { shoot } from './street-camera.ts'

type Place = readonly [x: number, z: number]
export type Flow = { from: Place; to: Place; wide: number; share: number }

export type Walker = {
  from: Place
  to: Place
  start: number
  steps: number
  coat: string
  hair: string
  tall: number
  umbrella?: string
}

const COATS = [
  '#14151c',
  '#1d2230',
  '#2a2a34',
  '#3a3038',
  '#20303c',
  '#5a4a44',
  '#7a2f34',
  '#c9c2b8',
  '#8a8478',
  '#2f3f5c',
]
const UMBRELLAS = [
  '#e8f2fa',
  '#e8f2fa',
  '#e8f2fa',
  '#e8f2fa',
  '#d8e6f2',
  '#20242e',
  '#20242e',
  '#2a3d66',
  '#8a2836',
  '#3a5f68',
]

/** People on the crossing: each walks one of the flows, either way, keeping left or right of its middle. */
export function gatherCrowd(next: Random, flows: readonly Flow[], count: number): Walker[] {
  return Array.from({ length: count }, () => {
    const flow = pickFlow(next, flows)
    const back = next() < 0.5
    const [a, b] = back ? [flow.to, flow.from] : [flow.from, flow.to]
    const long = Math.hypot(b[0] - a[0], b[1] - a[1])
    const aside = (Math.min(1, Math.max(-1, next.bell() * 0.42 + (back ? 0.25 : -0.25))) * flow.wide) / 2
    const nx = (-(flow.to[1] - flow.from[1]) / long) * aside
    const nz = ((flow.to[0] - flow.from[0]) / long) * aside
    return {
      from: [a[0] + nx + next.bell(), a[1] + nz + next.bell()],
      to: [b[0] + nx + next.bell(), b[1] + nz + next.bell()],
      start: next(),
      steps: next.whole(15, 19),
      coat: next.pick(COATS),
      hair: next.pick(['#0c0b10', '#17120f', '#2a1c14']),
      tall: next.between(1.55, 1.82),
      umbrella: next() < 0.4 ? next.pick(UMBRELLAS) : undefined,
    }
  })
}

function pickFlow(next: Random, flows: readonly Flow[]): Flow {
  let left = next() * flows.reduce((sum, f) => sum + f.share, 0)
  return (
    flows.find((f) => {
      left -= f.share
      return left <= 0
    }) ?? (flows[0] as Flow)
  )
}

export type Figure = { x: number; z: number; walker: Walker; stride: number; shown: number }

/** Where everyone is. A walk takes two loops, so each walker is followed by a twin half a walk behind, and the loop closes. */
export function stroll(crowd: readonly Walker[], phase: number): Figure[] {
  const figures = crowd.flatMap((walker) =>
    [0, 1].map((twin): Figure => {
      const life = fract((phase + twin) / 2 + walker.start)
      return {
        x: lerp(walker.from[0], walker.to[0], life),
        z: lerp(walker.from[1], walker.to[1], life),
        walker,
        stride: Math.sin(TAU * (phase * walker.steps + walker.start * 9)),
        shown: smoothstep(0, 0.05, life) * smoothstep(1, 0.95, life),
      }
    }),
  )
  return figures.sort((a, b) => b.z - a.z)
}

/** One person, some twenty pixels tall, with a mirror image in the wet road; `rim` lights the far side of head and coat. */
export function drawFigure(c: SKRSContext2D, f: Figure, rim: string): void {
  const foot = shoot([f.x, 0, f.z])
  const head = shoot([f.x, f.walker.tall, f.z])
  const tall = foot.y - head.y
  const u = foot.scale
  c.globalAlpha = 0.34 * f.shown
  c.fillStyle = '#04050a'
  c.beginPath()
  c.ellipse(foot.x, foot.y + tall * 0.32, u * 0.3, tall * 0.4, 0, 0, TAU)
  c.fill()
  c.globalAlpha = f.shown
  const bob = Math.abs(f.stride) * u * 0.05
  c.strokeStyle = '#0b0c12'
  c.lineWidth = u * 0.17
  c.lineCap = 'round'
  c.beginPath()
  c.moveTo(foot.x, foot.y - tall * 0.42)
  c.lineTo(foot.x - u * 0.16 + u * 0.12 * f.stride, foot.y - Math.max(0, f.stride) * u * 0.1)
  c.moveTo(foot.x, foot.y - tall * 0.42)
  c.lineTo(foot.x + u * 0.16 - u * 0.12 * f.stride, foot.y + Math.min(0, f.stride) * u * 0.1)
  c.stroke()
  c.fillStyle = rim
  c.beginPath()
  c.roundRect(foot.x - u * 0.29, foot.y - tall * 0.9 - bob, u * 0.58, tall * 0.58, u * 0.22)
  c.fill()
  c.fillStyle = f.walker.coat
  c.beginPath()
  c.roundRect(foot.x - u * 0.28, foot.y - tall * 0.87 - bob, u * 0.56, tall * 0.56, u * 0.22)
  c.fill()
  c.fillStyle = f.walker.hair
  c.beginPath()
  c.arc(foot.x, foot.y - tall * 0.98 - bob, u * 0.18, 0, TAU)
  c.fill()
  c.strokeStyle = rim
  c.lineWidth = u * 0.05
  c.beginPath()
  c.arc(foot.x, foot.y - tall * 0.98 - bob, u * 0.17, Math.PI * 1.1, Math.PI * 1.9)
  c.stroke()
  if (f.walker.umbrella)
    drawUmbrella(
      c,
      { x: foot.x + u * 0.08, y: foot.y - tall * 1.16 - bob, u },
      f.walker.umbrella,
      f.shown,
      rim,
    )
  c.globalAlpha = 1
}

function drawUmbrella(
  c: SKRSContext2D,
  at: { x: number; y: number; u: number },
  hex: string,
  shown: number,
  rim: string,
): void {
  const { x, y, u } = at
  const clear = hex.startsWith('#e') || hex.startsWith('#d8e')
  c.globalAlpha = (clear ? 0.42 : 0.95) * shown
  c.fillStyle = hex
  c.beginPath()
  c.ellipse(x, y, u * 0.62, u * 0.43, 0, 0, TAU)
  c.fill()
  c.globalAlpha = 0.5 * shown
  c.strokeStyle = clear ? '#ffffff' : rim
  c.lineWidth = Math.max(0.7, u * 0.04)
  c.beginPath()
  for (let i = 0; i < 4; i++) {
    const a = (i / 4) * Math.PI + 0.3
    c.moveTo(x - Math.cos(a) * u * 0.6, y - Math.sin(a) * u * 0.41)
    c.lineTo(x + Math.cos(a) * u * 0.6, y + Math.sin(a) * u * 0.41)
  }
  c.stroke()
  c.globalAlpha = 0.85 * shown
  c.beginPath()
  c.ellipse(x, y, u * 0.61, u * 0.42, 0, Math.PI * 1.1, Math.PI * 1.8)
  c.stroke()
}
