/** A colour in OKLab: lightness 0 to 1, green to red, blue to yellow. Distances in it are as eyes see them. */
export type Oklab = readonly [l: number, a: number, b: number]

/** From sRGB, 0 to 255 each. The matrices are Björn Ottosson's (bottosson.github.io/posts/oklab). */
export function oklabOf(red: number, green: number, blue: number): Oklab {
  const [r, g, b] = [linear(red), linear(green), linear(blue)]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** From six hexadecimal digits. */
export function oklabOfHex(hex: string): Oklab {
  const code = Number.parseInt(hex, 16)
  return oklabOf(code >> 16, (code >> 8) & 255, code & 255)
}

function linear(channel: number): number {
  const value = channel / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

export const distanceOf = (one: Oklab, other: Oklab) =>
  Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])
