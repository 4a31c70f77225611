import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

export type Weight = 400 | 700

const require = createRequire(import.meta.url)
const FILES = {
  400: require.resolve('@expo-google-fonts/zen-kaku-gothic-new/400Regular/ZenKakuGothicNew_400Regular.ttf'),
  700: require.resolve('@expo-google-fonts/zen-kaku-gothic-new/700Bold/ZenKakuGothicNew_700Bold.ttf'),
}

/** The site's font, whole, as TrueType; the pages have it in parts. */
export function fontFile(weight: Weight): Buffer {
  return readFileSync(FILES[weight])
}
