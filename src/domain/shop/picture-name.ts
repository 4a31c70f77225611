import type { SitePath } from '../address/locale-path.ts'

/** Sides of the squares that are made of an icon: for tabs, iPhones and Androids. */
export const ICON_SIDES = [32, 180, 192, 512] as const

/** Where a picture of the settings is; its name is `HASH-WxH.png`. */
export const picturePath = (name: string): SitePath => `/media/shop/${name}`

/** CSS pixels. */
export function pictureSize(name: string): { width: number; height: number } {
  const [, width = 0, height = 0] = /-(\d+)x(\d+)\./.exec(name) ?? []
  return { width: Number(width), height: Number(height) }
}

/** The name of an icon's square. */
export const iconName = (name: string, side: (typeof ICON_SIDES)[number]) =>
  `${name.split('-', 1)[0]}-${side}.png`
