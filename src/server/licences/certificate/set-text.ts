import { create, type Font } from 'fontkit'
import { fontFile, type Weight } from '#server/fonts/font-file.ts'

export interface Style {
  /** Points. */
  size: number
  weight: Weight
  /** `#rrggbb` */
  color: string
  /** Points after each letter. */
  spacing?: number
}

interface Place {
  x: number
  y: number
  width: number
  align?: 'right'
  /** A longer text becomes smaller, then ends in an ellipsis. */
  lines?: number
}

/** Replaces what the font lacks: emoji, and scripts other than Latin, Cyrillic and Japanese. */
const MISSING = '□'
/** Share of the requested size. */
const LEAST_SIZE = 0.5

const fonts = new Map<Weight, Font>()

/** Draws a text below `y`. Returns the y below the text. */
export function setText(doc: PDFKit.PDFDocument, text: string, place: Place, style: Style): number {
  const { x, y, width, align, lines } = place
  const shown = legible(text, style.weight)
  const options = { width, align, characterSpacing: style.spacing ?? 0 }
  doc.font(`${style.weight}`, style.size).fillColor(style.color)
  if (lines === undefined) return doc.text(shown, x, y, options).y
  const height = () => (lines + 0.1) * doc.currentLineHeight(true)
  for (let { size } = style; size > style.size * LEAST_SIZE; size -= 0.5)
    if (doc.fontSize(size).heightOfString(shown, options) <= height()) break
  return doc.text(shown, x, y, { ...options, height: height(), ellipsis: true }).y
}

export function registerFonts(doc: PDFKit.PDFDocument): void {
  for (const weight of [400, 700] as const) doc.registerFont(`${weight}`, fontFile(weight))
}

function legible(text: string, weight: Weight): string {
  const letters = new Intl.Segmenter().segment(text.normalize('NFC'))
  return Array.from(letters, ({ segment }) => legibleLetter(segment, weight)).join('')
}

/** A letter may be several characters, some of them invisible. */
function legibleLetter(letter: string, weight: Weight): string {
  const visible = letter.replace(/\s/g, ' ').replace(/[\p{Variation_Selector}\p{Cc}\p{Cf}]/gu, '')
  const font = opened(weight)
  const known = Array.from(visible).every((each) => font.hasGlyphForCodePoint(each.codePointAt(0) ?? 0))
  return known ? visible : MISSING
}

function opened(weight: Weight): Font {
  const font = fonts.get(weight) ?? (create(fontFile(weight)) as Font)
  fonts.set(weight, font)
  return font
}
