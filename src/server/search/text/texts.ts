/** Texts one behind the other in UTF-8: so they cross from one thread to another, and to the database, as they are. */
export interface Texts {
  /** Between each two a SEPARATOR, which is in none of them. */
  bytes: Uint8Array<ArrayBuffer>
  /** Where each ends. */
  ends: number[]
}

export const SEPARATOR = 0x1f
/** Room at first; twice as much as is needed whenever that is more. */
const ROOM = 4_096
/** A UTF-16 code unit takes no more in UTF-8. */
const BYTES_OF_CODE_UNIT = 3

/** Keeps the room that it has made, for the next texts: room that is thrown away makes V8 collect all that there is. */
export class TextsWriter {
  #bytes = Buffer.allocUnsafe(ROOM)
  #length = 0
  #ends: number[] = []

  /** Adds a text without control characters. */
  add(text: string): void {
    this.#reserve(BYTES_OF_CODE_UNIT * text.length + 1)
    if (this.#ends.length > 0) this.#bytes[this.#length++] = SEPARATOR
    this.#length += this.#bytes.write(text, this.#length)
    this.#ends.push(this.#length)
  }

  /** What was added since the last time. */
  take(): Texts {
    // Bytes of their own, since they may be handed to another thread.
    const texts = { bytes: new Uint8Array(this.#bytes.subarray(0, this.#length)), ends: this.#ends }
    this.#length = 0
    this.#ends = []
    return texts
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(2 * (this.#length + bytes))
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
  }
}

/** Each text by itself. */
export function eachOf({ bytes, ends }: Texts): Uint8Array[] {
  return ends.map((end, at) => bytes.subarray(at === 0 ? 0 : ends[at - 1]! + 1, end))
}

/** Those texts at whose place the answer is yes. */
export function someOf(texts: Texts, isKept: (at: number) => boolean): Texts {
  const writer = new TextsWriter()
  const decoder = new TextDecoder()
  eachOf(texts).forEach((text, at) => {
    if (isKept(at)) writer.add(decoder.decode(text))
  })
  return writer.take()
}
