import type { SKRSContext2D } from '@napi-rs/canvas'
import { clamp } from './curve.ts'
import { fbm, noise } from './gradient-noise.ts'
import { pixelPass } from './pixel-pass.ts'
import { random } from './random.ts'
import { css, mix, tone } from './tones.ts'

const words = [
  '酒',
  '焼鳥',
  'おでん',
  '串',
  'ラーメン',
  '立呑',
  '肴',
  '小料理',
  '鮨',
  '炉端',
  '天ぷら',
  '居酒屋',
]
const cloths = ['#1c2c58', '#7a1c1a', '#22401f', '#e4d6b8', '#3a2438'].map(tone)

type Shop = { from: number; wide: number; roll: () => number }

/** What shines by itself is drawn with this alpha: the alley reads 1 - alpha as its own light. */
const shining = 0.3

function glowRect(ctx: SKRSContext2D, x: number, y: number, w: number, h: number, colour: string) {
  ctx.clearRect(x, y, w, h)
  ctx.globalAlpha = shining
  ctx.fillStyle = colour
  ctx.fillRect(x, y, w, h)
  ctx.globalAlpha = 1
}

/** Weathered boards from ground to eaves, each its own brown, streaked by rain. */
function boards(ctx: SKRSContext2D, long: number, tall: number, seed: number) {
  pixelPass(ctx, { x: 0, y: 0, width: long, height: tall }, (x, y, out) => {
    const board = Math.floor(x / 0.18)
    const seam = Math.abs((x / 0.18) % 1) < 0.07 ? 0.4 : 1
    const grain =
      0.5 +
      0.22 * noise(x * 40, y * 1.6, seed) +
      0.2 * fbm(x * 3, y * 0.8, 3, seed) +
      0.2 * noise(board * 3.7, 0.5, seed)
    const c = mix(tone('#1b120d'), tone('#7c5636'), clamp(grain))
    for (let i = 0; i < 3; i++) out[i] = (c[i] as number) * seam
  })
}

/** A lattice door with paper behind it, alight. */
function lattice(ctx: SKRSContext2D, x: number, y: number, w: number, h: number, roll: () => number) {
  glowRect(ctx, x, y, w, h, css(mix(tone('#d98a3c'), tone('#ffdf9c'), roll())))
  for (let i = 0; i < 5; i++) {
    ctx.globalAlpha = shining * 0.5
    ctx.fillStyle = css(mix(tone('#3c1c0c'), tone('#8a4a1c'), roll()))
    ctx.fillRect(x + roll() * w * 0.8, y + h * (0.3 + roll() * 0.4), w * 0.2, h * 0.4)
  }
  ctx.globalAlpha = 1
  ctx.fillStyle = '#1c120c'
  const bars = Math.max(4, Math.round(w / 0.11))
  for (let i = 0; i <= bars; i++) ctx.fillRect(x + (i / bars) * w - 0.012, y, 0.024, h)
  for (const v of [0, 0.34, 0.68, 1]) ctx.fillRect(x, y + v * h - 0.02, w, 0.04)
}

function noren(
  ctx: SKRSContext2D,
  x: number,
  y: number,
  w: number,
  h: number,
  word: string,
  roll: () => number,
) {
  const cloth = cloths[Math.floor(roll() * cloths.length)] ?? tone('#1c2c58')
  const pale = cloth[0] > 0.7
  const panels = Math.max(2, Math.round(w / 0.42))
  for (let i = 0; i < panels; i++) {
    const px = x + (i / panels) * w
    const pw = w / panels - 0.02
    const sway = (roll() - 0.5) * 0.06
    const shade = ctx.createLinearGradient(px, 0, px + pw, 0)
    for (let k = 0; k <= 6; k++)
      shade.addColorStop(k / 6, css(mix(cloth, k % 2 ? [0, 0, 0] : [1, 0.8, 0.6], 0.16 + roll() * 0.08)))
    ctx.fillStyle = shade
    ctx.beginPath()
    ctx.moveTo(px, y)
    ctx.lineTo(px + pw, y)
    ctx.lineTo(px + pw + sway, y + h * (0.95 + roll() * 0.08))
    ctx.lineTo(px + sway, y + h)
    ctx.fill()
  }
  ctx.fillStyle = pale ? '#3a1a14' : '#f4ead2'
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  const letters = [...word]
  ctx.font = `bold ${Math.min(h * 0.6, (w / letters.length) * 0.8)}px "Noto Serif CJK JP"`
  for (const [i, letter] of letters.entries())
    ctx.fillText(letter, x + ((i + 0.5) / letters.length) * w, y + h * 0.5)
  ctx.fillStyle = '#0f0a08'
  ctx.fillRect(x - 0.05, y - 0.04, w + 0.1, 0.05)
}

/** A sign board; half of them are lamps behind milk glass. */
function sign(
  ctx: SKRSContext2D,
  x: number,
  y: number,
  w: number,
  h: number,
  word: string,
  roll: () => number,
) {
  const lamp = roll() < 0.6
  const warm = roll() < 0.5
  ctx.fillStyle = '#0d0a0c'
  ctx.fillRect(x - 0.04, y - 0.04, w + 0.08, h + 0.08)
  if (lamp) glowRect(ctx, x, y, w, h, warm ? '#ffe9bd' : roll() < 0.5 ? '#e8402a' : '#f6f3e4')
  else {
    ctx.fillStyle = '#3d281a'
    ctx.fillRect(x, y, w, h)
  }
  ctx.globalAlpha = lamp ? 0.9 : 1
  ctx.fillStyle = lamp ? (warm ? '#7c1410' : '#141420') : '#f0d9a4'
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  const letters = [...word]
  const upright = h > w
  const size = upright
    ? Math.min(w * 0.8, (h / letters.length) * 0.86)
    : Math.min(h * 0.76, (w / letters.length) * 0.9)
  ctx.font = `bold ${size}px "Noto Serif CJK JP"`
  for (const [i, letter] of letters.entries()) {
    const t = (i + 0.5) / letters.length
    ctx.fillText(letter, upright ? x + w / 2 : x + t * w, upright ? y + t * h : y + h / 2)
  }
  ctx.globalAlpha = 1
}

function shop(ctx: SKRSContext2D, { from, wide, roll }: Shop, tall: number) {
  const pick = () => words[Math.floor(roll() * words.length)] ?? '酒'
  const base = tall
  const doorTop = base - 2.05
  lattice(ctx, from + 0.12, doorTop, wide * 0.46, 1.95, roll)
  lattice(ctx, from + wide * 0.58, base - 1.75, wide * 0.34, 1.0, roll)
  ctx.fillStyle = '#241811'
  ctx.fillRect(from, doorTop - 0.34, wide, 0.1)
  noren(ctx, from + 0.08, doorTop - 0.02, wide * 0.5, 0.72, pick(), roll)
  ctx.fillStyle = '#17100c'
  ctx.fillRect(from - 0.05, doorTop - 0.62, wide + 0.02, 0.16)
  for (let i = 0; i < wide / 0.16; i++) {
    ctx.fillStyle = css(mix(tone('#14161c'), tone('#4a4d58'), 0.3 + roll() * 0.5))
    ctx.fillRect(from + i * 0.16, doorTop - 0.86, 0.13, 0.26)
  }
  sign(ctx, from + wide * 0.1, doorTop - 1.42, wide * 0.62, 0.46, pick(), roll)
  sign(ctx, from + wide - 0.42, doorTop - 2.5, 0.34, 1.3, pick(), roll)
  if (roll() < 0.75) lattice(ctx, from + wide * 0.12, doorTop - 2.5, wide * 0.5, 0.8, roll)
  for (let i = 0; i < 5; i++) {
    const w = 0.12 + roll() * 0.06
    ctx.fillStyle = css(mix(tone('#f6ecd2'), tone('#e8c98a'), roll()))
    ctx.fillRect(from + wide * 0.6 + i * 0.16, base - 0.68 + roll() * 0.03, w, 0.5)
    ctx.fillStyle = '#5a1510'
    for (let k = 0; k < 4; k++)
      ctx.fillRect(from + wide * 0.6 + i * 0.16 + w * 0.35, base - 0.64 + k * 0.11, w * 0.3, 0.07)
  }
  ctx.fillStyle = css(mix(tone('#2a4a6a'), tone('#6a2a1a'), roll()))
  if (roll() < 0.7) ctx.fillRect(from + wide * 0.52, base - 0.34, 0.4, 0.34)
  ctx.strokeStyle = '#0c0a0c'
  ctx.lineWidth = 0.05
  ctx.beginPath()
  ctx.moveTo(from + 0.02, 0)
  ctx.lineTo(from + 0.02, base)
  ctx.stroke()
  ctx.fillStyle = '#2e3038'
  ctx.fillRect(from + wide * 0.66, doorTop - 1.52 - roll() * 0.3, 0.55, 0.42)
}

/** One side of a bar alley, flat: `long` by `tall` metres, ground at the bottom edge. */
export function facade(ctx: SKRSContext2D, long: number, tall: number, seed: number) {
  const roll = random(seed)
  boards(ctx, long, tall, seed)
  let from = 0
  while (from < long) {
    const wide = 2.1 + roll() * 1.1
    shop(ctx, { from, wide, roll }, tall)
    from += wide
  }
}
