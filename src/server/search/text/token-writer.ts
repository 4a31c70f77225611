import { BASE, codeToken, LONG_CODE, type Token } from './tokens.ts'

const SPACE = 0x20
const COLON = 0x3a
const [PAIR, SINGLE] = [0x6a, 0x75]
const DIGITS = Uint8Array.from({ length: BASE }, (_, digit) => digit.toString(BASE).charCodeAt(0))
/** Longer than the tokens of most clips. */
const BYTES = 16_384
/** A pair, its place and a space take no more. */
const LONGEST_PAIR = 32

/**
 * Writes tokens one after the other as the engine reads them: words with a space between, or a `tsvector` literal with
 * places, of which only tokens have one that are asked for side by side. As bytes, since tokens are ASCII: put together
 * from strings, a text takes three times as long.
 */
export class TokenWriter {
  readonly #withPlaces: boolean
  #bytes = Buffer.allocUnsafe(BYTES)
  #length = 0
  #place = 0

  constructor({ withPlaces }: { withPlaces: boolean }) {
    this.#withPlaces = withPlaces
  }

  placed(token: Token): void {
    this.#write(token)
    this.#endPlaced()
  }

  unplaced(token: Token): void {
    this.#write(token)
    this.#end()
  }

  /** The token of two code units side by side. */
  pair(first: number, second: number): void {
    this.#reserve(LONGEST_PAIR)
    this.#bytes[this.#length++] = PAIR
    this.#code(first)
    this.#code(second)
    this.#endPlaced()
  }

  /** The token of a code unit. */
  single(code: number): void {
    this.#reserve(LONGEST_PAIR)
    this.#bytes[this.#length++] = SINGLE
    this.#code(code)
    this.#end()
  }

  /** What was written since the last time. */
  take(): string {
    const text = this.#bytes.toString('latin1', 0, this.#length)
    this.#length = 0
    this.#place = 0
    return text
  }

  #write(token: Token): void {
    this.#reserve(token.length + LONGEST_PAIR)
    for (let at = 0; at < token.length; at++) this.#bytes[this.#length++] = token.charCodeAt(at)
  }

  #code(code: number): void {
    if (code >= LONG_CODE) {
      this.#write(codeToken(code))
      return
    }
    const rest = Math.trunc(code / BASE)
    this.#bytes[this.#length] = DIGITS[Math.trunc(rest / BASE)]!
    this.#bytes[this.#length + 1] = DIGITS[rest % BASE]!
    this.#bytes[this.#length + 2] = DIGITS[code % BASE]!
    this.#length += 3
  }

  #endPlaced(): void {
    this.#place++
    if (this.#withPlaces) {
      this.#bytes[this.#length++] = COLON
      this.#write(String(this.#place))
    }
    this.#bytes[this.#length++] = SPACE
  }

  #end(): void {
    this.#place++
    this.#bytes[this.#length++] = SPACE
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(2 * (this.#length + bytes))
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
  }
}
