import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { TAU, wave } from './curve.ts'
import { lilyPad, waterLily } from './lily-pad.ts'
import { type LeafTones, mapleLeafSprite } from './maple-leaf.ts'
import { random } from './random.ts'

type Floating = {
  sprite: Canvas
  shade: Canvas
  x: number
  y: number
  turn: number
  reach: number
  beat: number
  lift: number
}

function shadeOf(sprite: Canvas): Canvas {
  const canvas = createCanvas(sprite.width, sprite.height)
  const c = canvas.getContext('2d')
  c.filter = 'blur(7px)'
  c.drawImage(sprite, 0, 0)
  c.filter = 'none'
  c.globalCompositeOperation = 'source-in'
  c.fillStyle = 'rgba(2,16,20,0.62)'
  c.fillRect(0, 0, sprite.width, sprite.height)
  return canvas
}

export function drawFloating(c: SKRSContext2D, f: Floating, phase: number, shade: boolean): void {
  c.save()
  c.translate(f.x + f.reach * wave(phase, 1, f.beat), f.y + f.reach * wave(phase, 1, f.beat + 0.21))
  if (shade) c.translate(f.lift * 0.75, f.lift)
  c.rotate(f.turn + (f.reach / 160) * wave(phase, 1, f.beat + 0.4))
  const sprite = shade ? f.shade : f.sprite
  c.drawImage(sprite, -sprite.width / 2, -sprite.height / 2)
  c.restore()
}

/** Pads gather in two corners; maple leaves drift between them; one lily is open. */
export function strewSurface(): Floating[] {
  const next = random(12)
  const pads = [
    [930, 96, 128, 128],
    [1040, 270, 96, 112],
    [770, 40, 84, 96],
    [1010, 420, 58, 90],
    [860, 236, 62, 118],
    [70, 1010, 136, 124],
    [240, 1056, 86, 100],
    [44, 830, 82, 116],
    [196, 908, 56, 92],
    [1060, 1040, 90, 122],
  ] as const
  const floating = pads.map(([x, y, r, hue]): Floating => {
    const sprite = lilyPad(next, r, hue)
    return { sprite, shade: shadeOf(sprite), x, y, turn: next() * TAU, reach: 3, beat: next(), lift: 34 }
  })
  const lily = waterLily(62)
  floating.push({
    sprite: lily,
    shade: shadeOf(lily),
    x: 905,
    y: 178,
    turn: 0.2,
    reach: 3,
    beat: 0.3,
    lift: 14,
  })
  const tones: LeafTones[] = [
    { light: '#f0682c', body: '#d23a1c', vein: '#8c1d12' },
    { light: '#f7a23e', body: '#e2701e', vein: '#a8480f' },
    { light: '#d8402a', body: '#a81f1c', vein: '#6a1014' },
    { light: '#ffd36a', body: '#efa52e', vein: '#b8701a' },
  ]
  const leaves = [
    [236, 210, 40],
    [520, 150, 34],
    [700, 872, 44],
    [420, 930, 32],
    [900, 600, 36],
    [130, 520, 34],
    [600, 470, 28],
    [340, 380, 26],
    [820, 990, 30],
  ] as const
  leaves.forEach(([x, y, r], i) => {
    const sprite = mapleLeafSprite(r, tones[i % 4] as LeafTones)
    floating.push({
      sprite,
      shade: shadeOf(sprite),
      x,
      y,
      turn: next() * TAU,
      reach: 14 + 8 * next(),
      beat: next(),
      lift: 26,
    })
  })
  return floating
}
