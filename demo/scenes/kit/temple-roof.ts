import type { SKRSContext2D } from '@napi-rs/canvas'

export type RoofShape = {
  /** Middle of the eave line. */
  x: number
  y: number
  /** Half widths at the eave and at the top, in pixels. */
  eave: number
  top: number
  height: number
  /** How far the corners rise above the middle of the eave. */
  lift: number
}
export type RoofTones = {
  light: string
  dark: string
  rib: string
  edge: string
  soffit: string
  rafter: string
}

/** Point on the roof: u −1..1 across, v 0 at the eave to 1 at the top; the slope is hollow, as temple roofs are. */
function roofPoint(s: RoofShape, u: number, v: number): { x: number; y: number } {
  const lift = s.lift * Math.abs(u) ** 3.2 * (1 - v) ** 2
  const half = s.top + (s.eave - s.top) * (1 - v) ** 1.75
  return { x: s.x + half * u, y: s.y - lift - s.height * v ** 0.96 }
}

function outline(c: SKRSContext2D, s: RoofShape, drop = 0): void {
  c.beginPath()
  for (let u = -1; u <= 1.001; u += 0.05) {
    const p = roofPoint(s, u, 0)
    c.lineTo(p.x, p.y + drop)
  }
  for (let v = 0; v <= 1.001; v += 0.05) c.lineTo(roofPoint(s, 1, v).x, roofPoint(s, 1, v).y)
  for (let v = 1; v >= -0.001; v -= 0.05) c.lineTo(roofPoint(s, -1, v).x, roofPoint(s, -1, v).y)
  c.closePath()
}

/** The shadowed underside with two rows of rafters, `depth` pixels high, narrowing to `wall` half-width. */
export function drawSoffit(
  c: SKRSContext2D,
  s: RoofShape,
  tones: RoofTones,
  wall: number,
  depth: number,
): void {
  c.fillStyle = tones.soffit
  c.beginPath()
  for (let u = -1; u <= 1.001; u += 0.05) c.lineTo(roofPoint(s, u, 0).x, roofPoint(s, u, 0).y + 2)
  c.lineTo(s.x + wall, s.y + depth)
  c.lineTo(s.x - wall, s.y + depth)
  c.fill()
  const rafters = Math.round(s.eave / Math.max(2.4, s.eave / 46))
  c.strokeStyle = tones.rafter
  c.lineWidth = Math.max(0.8, (s.eave / rafters) * 0.7)
  for (let i = -rafters; i <= rafters; i++) {
    const u = i / rafters
    const p = roofPoint(s, u * 0.985, 0)
    c.beginPath()
    c.moveTo(p.x, p.y + s.height * 0.06)
    c.lineTo(p.x + (s.x + wall * u - p.x) * 0.42, p.y + s.height * 0.06 + (s.y + depth - p.y) * 0.36)
    c.stroke()
  }
}

/** A tiled hipped roof seen from the front, lit from the right. */
export function drawRoof(c: SKRSContext2D, s: RoofShape, tones: RoofTones): void {
  const thick = Math.max(2, s.height * 0.07)
  c.fillStyle = tones.edge
  outline(c, s, thick)
  c.fill()
  const fill = c.createLinearGradient(s.x - s.eave, s.y - s.height * 0.2, s.x + s.eave, s.y - s.height * 0.6)
  fill.addColorStop(0, tones.dark)
  fill.addColorStop(1, tones.light)
  c.fillStyle = fill
  outline(c, s)
  c.fill()
  drawRibs(c, s, tones)
  drawHips(c, s, tones)
}

function drawRibs(c: SKRSContext2D, s: RoofShape, tones: RoofTones): void {
  const ribs = Math.round(s.eave / Math.max(3.2, s.eave / 40))
  c.strokeStyle = tones.rib
  c.lineWidth = Math.max(0.7, (s.eave / ribs) * 0.32)
  c.lineCap = 'butt'
  for (let i = -ribs + 1; i < ribs; i++) {
    c.beginPath()
    for (let v = 0; v <= 1.001; v += 0.1) c.lineTo(roofPoint(s, i / ribs, v).x, roofPoint(s, i / ribs, v).y)
    c.stroke()
  }
  c.fillStyle = tones.light
  for (let i = -ribs; i <= ribs; i++) {
    const p = roofPoint(s, i / ribs, 0)
    c.beginPath()
    c.arc(p.x, p.y + c.lineWidth, c.lineWidth * 0.8, 0, Math.PI * 2)
    c.fill()
  }
}

function drawHips(c: SKRSContext2D, s: RoofShape, tones: RoofTones): void {
  c.lineCap = 'round'
  for (const side of [-1, 1]) {
    c.strokeStyle = tones.edge
    c.lineWidth = Math.max(2, s.height * 0.075)
    c.beginPath()
    for (let v = 0; v <= 1.001; v += 0.05) c.lineTo(roofPoint(s, side * 0.985, v).x, roofPoint(s, side, v).y)
    c.stroke()
    c.strokeStyle = side > 0 ? tones.light : tones.rib
    c.lineWidth = Math.max(0.8, s.height * 0.022)
    c.stroke()
  }
}

/** The heavy ridge on top, with raised ends. */
export function drawRidge(c: SKRSContext2D, s: RoofShape, tones: RoofTones, thick: number): void {
  const y = s.y - s.height
  c.fillStyle = tones.edge
  c.beginPath()
  c.moveTo(s.x - s.top - thick * 0.6, y + thick * 0.3)
  c.quadraticCurveTo(s.x, y + thick * 0.35, s.x + s.top + thick * 0.6, y + thick * 0.3)
  c.lineTo(s.x + s.top + thick * 0.9, y - thick * 1.7)
  c.quadraticCurveTo(s.x + s.top * 0.8, y - thick * 0.75, s.x, y - thick * 0.7)
  c.quadraticCurveTo(s.x - s.top * 0.8, y - thick * 0.75, s.x - s.top - thick * 0.9, y - thick * 1.7)
  c.fill()
  c.strokeStyle = tones.light
  c.lineWidth = Math.max(1, thick * 0.14)
  c.beginPath()
  c.moveTo(s.x - s.top * 0.95, y - thick * 0.85)
  c.quadraticCurveTo(s.x, y - thick * 0.6, s.x + s.top * 0.95, y - thick * 0.85)
  c.stroke()
}
