import { create, type Font } from 'fontkit'
import { fontFile } from '#server/fonts/font-file.ts'

/** SVG path data of a text, to be filled; `width` in the same units. */
interface Outline {
  width: number
  path: string
}

/** Capitals are as high as the mark beside them, with its line: from -0.3 to 6.3. */
const CAPITAL = 6.6
const BASELINE = 6.3

let font: Font | undefined

/** The text in capitals. Characters missing in the font, such as emoji, are left out; undefined if none remain. */
export function wordOutline(text: string): Outline | undefined {
  font ??= create(fontFile(700)) as Font
  const scale = CAPITAL / font.capHeight
  let x = 0
  let path = ''
  for (const letter of text.normalize('NFC').toUpperCase().trim()) {
    const codePoint = letter.codePointAt(0) ?? 0
    if (!font.hasGlyphForCodePoint(codePoint)) continue
    const glyph = font.glyphForCodePoint(codePoint)
    path += glyph.path.transform(scale, 0, 0, -scale, x, BASELINE).toSVG()
    x += glyph.advanceWidth * scale
  }
  return path ? { width: x, path } : undefined
}
