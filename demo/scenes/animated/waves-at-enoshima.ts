import type { SKRSContext2D } from '@napi-rs/canvas'
import { wave } from '../kit/curve.ts'
import { drawKite, paintFuji, paintIsland } from '../kit/enoshima-bay.ts'
import { H, HORIZON, SUN, skyPainter, W } from '../kit/evening-sky.ts'
import { finish } from '../kit/finish.ts'
import { glow } from '../kit/glow.ts'
import { once } from '../kit/once.ts'
import { seaPainter } from '../kit/surf.ts'
import type { Scene } from '../scene.ts'

function prepare(): (c: SKRSContext2D, phase: number) => void {
  const sky = skyPainter()
  const fuji = paintFuji()
  const island = paintIsland()
  const sea = seaPainter()
  return (c, phase) => {
    c.drawImage(sky(phase), 0, 0, W, HORIZON + 2)
    c.drawImage(fuji, 0, 0)
    c.drawImage(island, 0, 0)
    c.drawImage(sea(phase), 0, HORIZON)
    drawKite(c, phase, { x: 690, y: 210, size: 26, start: 0.1 })
    drawKite(c, phase, { x: 800, y: 150, size: 17, start: 0.55 })
    glow(c, { x: SUN.x, y: SUN.y, radius: 620, hex: '#ffb468', strength: 0.55 + 0.03 * wave(phase) })
    finish(c, { vignette: 0.3, grain: 0 })
  }
}

const painter = once(prepare)

export const scene: Scene = {
  slug: 'waves-at-enoshima',
  width: W,
  height: H,
  fps: 24,
  seconds: 8,
  crf: 29,
  draw: (c, phase) => painter()(c, phase),
}
