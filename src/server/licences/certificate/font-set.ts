import { filesWith, fontFile, type Weight } from '#server/fonts/font-files.ts'

/** A letter, the font it is set in, and its width per point of size. */
export interface SetLetter {
  letter: string
  font: string
  width: number
}

/** Part of pdfkit's open font, missing from its types. */
interface Opened {
  _font: { font: { characterSet: number[] } }
}

/** The fonts of one document, each opened on first use. */
export class FontSet {
  readonly #doc: PDFKit.PDFDocument
  readonly #opened = new Map<string, Set<number>>()
  readonly #letters = new Map<string, SetLetter | undefined>()

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc
  }

  /** Undefined when the font lacks the letter. */
  find(letter: string, weight: Weight): SetLetter | undefined {
    const key = `${weight}${letter}`
    if (!this.#letters.has(key)) this.#letters.set(key, this.#find(letter, weight))
    return this.#letters.get(key)
  }

  #find(letter: string, weight: Weight): SetLetter | undefined {
    const codePoint = letter.codePointAt(0) ?? 0
    const font = filesWith(codePoint)
      .map((file) => this.#open(file, weight))
      .find((name) => this.#opened.get(name)?.has(codePoint))
    if (font === undefined) return undefined
    return { letter, font, width: this.#doc.font(font, 1).widthOfString(letter) }
  }

  #open(file: string, weight: Weight): string {
    const name = `${file}-${weight}`
    if (this.#opened.has(name)) return name
    this.#doc.registerFont(name, fontFile(file, weight)).font(name)
    const { characterSet } = (this.#doc as unknown as Opened)._font.font
    this.#opened.set(name, new Set(characterSet))
    return name
  }
}
