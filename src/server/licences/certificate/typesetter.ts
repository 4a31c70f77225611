import type { Weight } from '#server/fonts/font-files.ts'
import { FontSet, type SetLetter } from './font-set.ts'
import { brokenInto, lettersOf } from './line-breaks.ts'

export interface Style {
  /** Points. */
  size: number
  weight: Weight
  /** `#rrggbb` */
  color: string
  /** Points after each letter. */
  spacing?: number
}

/** A drawing of known height, placed later. */
export interface Block {
  height: number
  draw(place: { x: number; y: number }): void
}

/** Replaces what the font lacks: emoji, and scripts other than Latin, Cyrillic and Japanese. */
const MISSING = '□'
/** Top of a line to its baseline, as a share of the size. */
const ASCENT = 0.88
const LEADING = 1.5
/** Share of the requested size. */
const LEAST_SIZE = 0.5

/** Sets text of any script with one language's line breaks. */
export class Typesetter {
  readonly #doc: PDFKit.PDFDocument
  readonly #locale: 'en' | 'ja'
  readonly #fonts: FontSet

  constructor(doc: PDFKit.PDFDocument, locale: 'en' | 'ja') {
    this.#doc = doc
    this.#locale = locale
    this.#fonts = new FontSet(doc)
  }

  width(text: string, style: Style): number {
    return this.#set(text, style).reduce((sum, letter) => sum + advance(letter, style), 0)
  }

  /** One line; `x` and `y` are its left and top. */
  line(text: string, { x, y }: { x: number; y: number }, style: Style): void {
    const options = {
      lineBreak: false,
      baseline: 'alphabetic',
      characterSpacing: style.spacing ?? 0,
    } as const
    let at = x
    for (const run of runsOf(this.#set(text, style))) {
      const letters = run.map(({ letter }) => letter).join('')
      this.#doc.font(run[0]!.font, style.size).fillColor(style.color)
      this.#doc.text(letters, at, y + style.size * ASCENT, options)
      at += run.reduce((sum, letter) => sum + advance(letter, style), 0)
    }
  }

  /** A paragraph of at most `most` lines; a longer one ends in an ellipsis. */
  paragraph(text: string, { width, most = 99 }: { width: number; most?: number }, style: Style): Block {
    const all = this.#lines(text, width, style)
    const lines = all.slice(0, most)
    if (lines.length < all.length) lines.push(`${lines.pop()?.slice(0, -1)}…`)
    const lineHeight = style.size * LEADING
    return {
      height: lines.length * lineHeight,
      draw: ({ x, y }) => {
        for (const [index, line] of lines.entries()) this.line(line, { x, y: y + index * lineHeight }, style)
      },
    }
  }

  /** Like paragraph(), but smaller if the text would take more lines. */
  fitted(text: string, box: { width: number; most: number }, style: Style): Block {
    let fitting = style
    while (fitting.size > style.size * LEAST_SIZE && this.#lines(text, box.width, fitting).length > box.most)
      fitting = { ...fitting, size: fitting.size - 0.5 }
    return this.paragraph(text, box, fitting)
  }

  #lines(text: string, width: number, style: Style): string[] {
    const widthOf = (line: string) => this.width(line, style)
    return brokenInto(text, { width, locale: this.#locale, widthOf })
  }

  #set(text: string, { weight }: Style): SetLetter[] {
    return lettersOf(text.normalize('NFC')).flatMap((letter) => this.#setLetter(letter, weight))
  }

  /** A visible letter may be several characters. */
  #setLetter(letter: string, weight: Weight): SetLetter[] {
    const visible = letter.replace(/\s/g, ' ').replace(/[\p{Variation_Selector}\p{Cc}\p{Cf}]/gu, '')
    const found = Array.from(visible, (character) => this.#fonts.find(character, weight))
    if (found.every((each) => each !== undefined)) return found
    const missing = this.#fonts.find(MISSING, weight)
    return missing ? [missing] : []
  }
}

function advance({ width }: SetLetter, { size, spacing = 0 }: Style): number {
  return width * size + spacing
}

/** Groups neighbours of the same font. */
function runsOf(letters: readonly SetLetter[]): SetLetter[][] {
  const runs: SetLetter[][] = []
  for (const letter of letters) {
    const last = runs.at(-1)
    if (last?.[0]?.font === letter.font) last.push(letter)
    else runs.push([letter])
  }
  return runs
}
