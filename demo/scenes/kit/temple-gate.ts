import type { SKRSContext2D } from '@napi-rs/canvas'
import { drawRidge, drawRoof, drawSoffit, type RoofTones } from './temple-roof.ts'

export type GateTones = RoofTones & {
  wood: string
  shade: string
  plaster: string
  stone: string
  stoneShade: string
  plaque: string
  gold: string
}

type Rect = (x: number, y: number, w: number, h: number, fill: string) => void

/** A two-storied temple gate (sanmon) from the front; the three middle bays are left open to what is behind. */
export function drawTempleGate(c: SKRSContext2D, x: number, base: number, unit: number, t: GateTones): void {
  const rect: Rect = (rx, ry, w, h, fill) => {
    c.fillStyle = fill
    c.fillRect(x + rx * unit, base + ry * unit, w * unit, h * unit)
  }
  drawPlinth(rect, t)
  drawGround(c, { x, base, unit }, rect, t)
  const low = {
    x,
    y: base - 0.62 * unit,
    eave: unit * 0.98,
    top: unit * 0.7,
    height: unit * 0.2,
    lift: unit * 0.09,
  }
  drawUpper(c, { x, base, unit }, rect, t)
  drawSoffit(c, low, t, unit * 0.74, unit * 0.12)
  drawRoof(c, low, t)
  const high = {
    x,
    y: base - 1.2 * unit,
    eave: unit * 1.06,
    top: unit * 0.5,
    height: unit * 0.4,
    lift: unit * 0.12,
  }
  drawBracketRows(c, x, base - 1.06 * unit, unit * 0.66, unit, t)
  drawSoffit(c, high, t, unit * 0.7, unit * 0.15)
  drawRoof(c, high, t)
  drawRidge(c, high, t, unit * 0.06)
  drawPlaque(rect, t)
}

function drawPlinth(rect: Rect, t: GateTones): void {
  rect(-0.9, -0.05, 1.8, 0.06, t.stone)
  rect(-0.9, -0.012, 1.8, 0.022, t.stoneShade)
  for (let i = 0; i < 4; i++) {
    rect(-0.42 - i * 0.03, 0.008 + i * 0.026, 0.84 + i * 0.06, 0.016, t.stone)
    rect(-0.42 - i * 0.03, 0.022 + i * 0.026, 0.84 + i * 0.06, 0.012, t.stoneShade)
  }
}

type Place = { x: number; base: number; unit: number }

function drawGround(c: SKRSContext2D, { x, base, unit }: Place, rect: Rect, t: GateTones): void {
  for (const side of [-1, 1]) {
    rect(side < 0 ? -0.72 : 0.42, -0.5, 0.3, 0.45, t.plaster)
    rect(side < 0 ? -0.72 : 0.42, -0.5, 0.3, 0.1, t.shade)
    rect(side < 0 ? -0.72 : 0.42, -0.2, 0.3, 0.035, t.wood)
    for (let i = 0; i < 9; i++) rect((side < 0 ? -0.7 : 0.44) + i * 0.032, -0.4, 0.012, 0.2, t.shade)
  }
  rect(-0.76, -0.6, 1.52, 0.1, t.shade)
  rect(-0.76, -0.53, 1.52, 0.03, t.wood)
  rect(-0.44, -0.47, 0.88, 0.022, t.shade)
  for (const u of [-0.73, -0.43, -0.15, 0.15, 0.43, 0.73]) {
    const post = c.createLinearGradient(x + (u - 0.032) * unit, 0, x + (u + 0.032) * unit, 0)
    post.addColorStop(0, t.shade)
    post.addColorStop(0.7, t.wood)
    post.addColorStop(1, t.rafter)
    c.fillStyle = post
    c.fillRect(x + (u - 0.032) * unit, base - 0.6 * unit, 0.064 * unit, 0.55 * unit)
    rect(u - 0.045, -0.07, 0.09, 0.03, t.stoneShade)
  }
  drawBracketRows(c, x, base - 0.52 * unit, unit * 0.74, unit * 0.8, t)
}

/** Brackets on brackets: small arms in three rows, each row further out. */
function drawBracketRows(
  c: SKRSContext2D,
  x: number,
  y: number,
  half: number,
  unit: number,
  t: GateTones,
): void {
  for (let row = 0; row < 3; row++) {
    const reach = half * (1 + row * 0.045)
    const rise = unit * 0.034
    c.fillStyle = t.shade
    c.fillRect(x - reach, y - rise * (row + 0.9), reach * 2, rise * 0.55)
    const arms = 17
    for (let i = 0; i < arms; i++) {
      const ax = x - reach + (2 * reach * i) / (arms - 1)
      c.fillStyle = row === 1 ? t.wood : t.rafter
      c.fillRect(ax - rise * 0.42, y - rise * (row + 0.62), rise * 0.84, rise * 0.6)
      c.fillRect(ax - rise * 0.8, y - rise * (row + 0.95), rise * 1.6, rise * 0.3)
    }
  }
}

function drawUpper(c: SKRSContext2D, place: Place, rect: Rect, t: GateTones): void {
  rect(-0.66, -1.14, 1.32, 0.34, t.shade)
  for (let bay = 0; bay < 5; bay++) {
    const left = -0.62 + bay * 0.252
    rect(left, -1.03, 0.23, 0.19, bay % 4 === 0 ? t.plaster : t.wood)
    if (bay % 4 === 0) for (let i = 0; i < 7; i++) rect(left + 0.03 + i * 0.027, -1.0, 0.01, 0.12, t.shade)
    else for (let i = 1; i < 4; i++) rect(left + i * 0.0575 - 0.003, -1.03, 0.006, 0.19, t.shade)
  }
  for (let i = 0; i < 6; i++) rect(-0.66 + i * 0.257, -1.12, 0.035, 0.34, t.wood)
  for (const [y, h] of [
    [-0.935, 0.014],
    [-0.895, 0.009],
    [-0.86, 0.009],
  ] as const)
    rect(-0.82, y, 1.64, h, t.rafter)
  for (let i = 0; i <= 18; i++) rect(-0.815 + i * 0.0905, -0.95, 0.012, 0.11, t.wood)
  rect(-0.84, -0.845, 1.68, 0.03, t.shade)
  drawBracketRows(c, place.x, place.base - 0.79 * place.unit, place.unit * 0.72, place.unit * 0.7, t)
}

function drawPlaque(rect: Rect, t: GateTones): void {
  rect(-0.065, -1.15, 0.13, 0.15, t.rafter)
  rect(-0.052, -1.137, 0.104, 0.124, t.plaque)
  for (let i = 0; i < 3; i++) rect(-0.02, -1.125 + i * 0.037, 0.04, 0.006, t.gold)
  rect(-0.004, -1.128, 0.008, 0.1, t.gold)
}
