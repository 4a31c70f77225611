import { clamp, lerp } from './curve.ts'
import { noise } from './gradient-noise.ts'
import { shadeBroth } from './ramen-broth.ts'
import { camera, lacquer, lamp, middle, rim, rimHeight } from './ramen-view.ts'
import { type Hit, sunlit, unit } from './relief.ts'
import { smooth } from './tones.ts'
import { broth, type Dish, look } from './toppings.ts'

function bowlInside(r: number): number {
  const lip = smooth(rim - 0.42, rim - 0.16, r)
  return lerp(rimHeight - 2.6 * (1 - (r / rim) ** 5), rimHeight, lip) - 0.16 * smooth(rim - 0.12, rim, r)
}

/** What one sees into: food, soup and the bowl down to its rim, as one height field. */
export function surface(dish: Dish) {
  return (x: number, z: number) => {
    const r = Math.hypot(x, z - middle)
    const food = look(dish, x, z - middle)
    if (r > rim) return food < rimHeight - 1.2 ? Number.NaN : food
    const soup = r < rim - 0.3 ? broth + 0.02 * noise(x / 1.4, z / 1.4) : -50
    return Math.max(bowlInside(r), soup, food)
  }
}

/** Colours that field under the lamp: toppings wet at the waterline, broth, lacquer. */
export function shadeFood(dish: Dish) {
  const ground = surface(dish)
  return (hit: Hit, out: Float64Array) => {
    const { x, y, z } = hit
    const lit = sunlit(ground, hit, lamp, 5, 4)
    const facing = clamp(hit.nx * lamp[0] + hit.ny * lamp[1] + hit.nz * lamp[2])
    const view = unit(-x, camera.eye - y, -z)
    const half = unit(lamp[0] + view[0], lamp[1] + view[1], lamp[2] + view[2])
    const shine = clamp(hit.nx * half[0] + hit.ny * half[1] + hit.nz * half[2])
    const r = Math.hypot(x, z - middle)
    const nook = clamp(
      0.62 +
        (y - (ground(x - 0.35, z) + ground(x + 0.35, z) + ground(x, z - 0.35) + ground(x, z + 0.35)) / 4) *
          0.8,
      0.3,
      1.1,
    )
    const food = look(dish, x, z - middle)
    if (food >= y - 0.006 && food > broth - 0.03) {
      const { red, green, blue, gloss } = dish.at(x, z - middle)
      const wet = smooth(broth + 0.22, broth - 0.02, y)
      const body = (0.42 * nook + 0.95 * facing * lit + 0.1 * clamp(0.6 - facing) * lit) * (1 - 0.22 * wet)
      const spec = gloss * (0.75 * shine ** 42 + 0.16 * shine ** 8) * lit
      out[0] = red * body * 1.06 + spec
      out[1] = lerp(green, green * 0.8, wet) * body + spec * 0.9
      out[2] = lerp(blue, blue * 0.55, wet) * body * 0.94 + spec * 0.72
      return
    }
    if (r < rim - 0.3 && y <= broth + 0.03) return shadeBroth(hit, lit, out)
    const c = lacquer(clamp(0.16 + 0.34 * facing * lit + 0.5 * smooth(rim - 0.5, rim, r) * facing))
    const gleam = 0.95 * shine ** 36 * lit + 0.25 * shine ** 6 * lit
    for (let i = 0; i < 3; i++) out[i] = (c[i] as number) + gleam * ([1, 0.88, 0.7][i] as number)
  }
}
