import type { SKRSContext2D } from '@napi-rs/canvas'
import { paintCity, paintCorners, paintNear } from '../kit/crossing-city.ts'
import { FLOWS, H, SCREENS, SIDE_CARS, W } from '../kit/crossing-plan.ts'
import { drawFigure, gatherCrowd, stroll } from '../kit/crowd.ts'
import { wave } from '../kit/curve.ts'
import { finish } from '../kit/finish.ts'
import { glow } from '../kit/glow.ts'
import { once } from '../kit/once.ts'
import { random } from '../kit/random.ts'
import { shoot } from '../kit/street-camera.ts'
import { drawCar, drawRay, drawSideCar, drawViaduct, type Ray } from '../kit/traffic.ts'
import { drawScreen, screenPainter } from '../kit/video-wall.ts'
import type { Scene } from '../scene.ts'

function prepare(): (c: SKRSContext2D, phase: number) => void {
  const next = random(2026)
  const city = paintCity(next)
  const corners = paintCorners(next)
  const near = paintNear(next)
  const paintScreen = screenPainter()
  const crowd = gatherCrowd(next, FLOWS, 390)
  const rays = Array.from({ length: 26 }, (_, i): Ray => {
    const away = i % 2 === 0
    return {
      lane: (away ? -1 : 1) * (i % 4 < 2 ? 3.4 : 7.6),
      start: next(),
      away,
      long: next.between(10, 24),
      rate: 1 + (i % 3 === 0 ? 1 : 0),
    }
  })
  return (c, phase) => {
    c.drawImage(city, 0, 0)
    for (const ray of rays) drawRay(c, ray, phase)
    drawViaduct(c, phase)
    c.drawImage(corners, 0, 0)
    for (const s of SCREENS) {
      drawScreen(c, s, paintScreen(phase, s))
      const middle = shoot([s.x + s.wide / 2, (s.low + s.high) / 2, s.z])
      const hex = s.kind === 0 ? '#5a8cff' : s.kind === 1 ? '#ff5a90' : '#ffb45a'
      const beat = 0.5 + 0.12 * wave(phase, 2, s.hue)
      glow(c, { x: middle.x, y: middle.y, radius: s.wide * 20, hex, strength: beat * 0.7 })
      glow(c, { x: middle.x, y: 1150, radius: s.wide * 13, hex, strength: beat * 0.5, squash: 1.3 })
    }
    for (const [x, z, paint] of SIDE_CARS) drawSideCar(c, x, z, paint)
    for (const f of stroll(crowd, phase))
      drawFigure(c, f, f.x < -4 ? '#8fb0ff' : f.x > 6 ? '#ff9db8' : '#e8c8c0')
    for (const [x, z, paint] of [
      [-3.2, 38.5, '#1d2a24'],
      [-7.6, 38, '#e8e2d2'],
      [-3.2, 31, '#23262f'],
      [-7.6, 30.4, '#2a3a5a'],
    ] as const)
      drawCar(c, x, z, paint, phase)
    c.drawImage(near, 0, 0)
    finish(c, { vignette: 0.4, grain: 0 })
  }
}

const painter = once(prepare)

export const scene: Scene = {
  slug: 'shibuya-crossing-lights',
  width: W,
  height: H,
  fps: 24,
  seconds: 10,
  crf: 32,
  draw: (c, phase) => painter()(c, phase),
}
