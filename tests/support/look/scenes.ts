import sharp from 'sharp'
import { chance } from '../catalogue/chance.ts'

const [WIDTH, HEIGHT] = [480, 270]

/** A drawn landscape or street, each number another one; `time` from 0 to 1 moves it as a short film does. RGB of PNG. */
export function scene(number: number, time: number): Promise<Buffer> {
  return sharp(Buffer.from(svgOf(number, time)))
    .png()
    .toBuffer()
}

function svgOf(number: number, time: number): string {
  const next = chance(1 + number * 7_919)
  const between = (from: number, to: number) => from + next() * (to - from)
  const pick = <Each>(list: readonly Each[]) => list[Math.floor(next() * list.length)]!
  const hue = pick([30, 200, 210, 220, 10, 340, 120, 265, between(0, 360)])
  const dark = pick([0.25, 0.6, 0.85, 1])
  const color = (turn: number, saturation: number, light: number) =>
    `hsl(${Math.round(hue + turn)} ${Math.round(saturation)}% ${Math.round(light * dark)}%)`
  const horizon = HEIGHT * between(0.25, 0.8)
  const drift = between(-25, 25) * time
  const shape = {
    hills: () => hills(horizon, between(20, 110)),
    towers: () => towers(),
    trees: () => trees(),
    lights: () => lights(),
  }
  const hills = (base: number, high: number) => {
    const points = Array.from({ length: 9 }, (_, at) => `${(at * WIDTH) / 8 + drift},${base - next() * high}`)
    return `<polygon points="-60,${base} ${points.join(' ')} 560,${base} 560,300 -60,300" fill="${color(between(-40, 40), between(5, 60), between(15, 60))}"/>`
  }
  const towers = () =>
    Array.from({ length: 3 + Math.floor(next() * 9) }, () => {
      const high = between(30, 200)
      return `<rect x="${between(-20, WIDTH) + drift}" y="${horizon - high}" width="${between(15, 90)}" height="${high + 60}" fill="${color(between(-60, 60), between(0, 50), between(8, 75))}"/>`
    }).join('')
  const trees = () =>
    Array.from({ length: 2 + Math.floor(next() * 8) }, () => {
      const [x, y, size] = [between(0, WIDTH) + drift, horizon - between(-10, 60), between(10, 55)]
      return `<rect x="${x - 3}" y="${y}" width="6" height="120" fill="${color(-20, 30, 20)}"/><ellipse cx="${x}" cy="${y}" rx="${size}" ry="${size * 1.2}" fill="${color(between(60, 160), between(20, 70), between(20, 60))}"/>`
    }).join('')
  const lights = () =>
    Array.from({ length: 4 + Math.floor(next() * 14) }, () => {
      const shift = between(-1, 1) * 12 * time
      return `<circle cx="${between(0, WIDTH) + shift}" cy="${between(0, HEIGHT)}" r="${between(4, 42)}" fill="${color(between(-90, 90), between(50, 100), between(45, 85))}" opacity="${between(0.4, 1)}"/>`
    }).join('')
  const sky = `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="${color(0, between(10, 80), between(30, 80))}"/><stop offset="1" stop-color="${color(between(-60, 60), between(10, 80), between(50, 95))}"/></linearGradient>`
  const ground = `<rect y="${horizon}" width="${WIDTH}" height="${HEIGHT}" fill="${color(between(-120, 120), between(5, 60), between(12, 70))}"/>`
  const parts = Array.from({ length: 1 + Math.floor(next() * 3) }, () => pick(Object.values(shape))())
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs>${sky}<filter id="soft"><feGaussianBlur stdDeviation="${between(0, 2.5)}"/></filter></defs><g filter="url(#soft)"><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/>${ground}${parts.join('')}</g></svg>`
}
