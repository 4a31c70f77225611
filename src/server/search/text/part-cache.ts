/** Texts that are kept at most: when there are more, all are forgotten. */
const KEPT = 50_000
/** Slots at first; twice as many whenever half of them are taken. */
const SLOTS = 1024

interface Entry<Value> {
  text: string
  value: Value
}

/**
 * What was made of texts that are met again and again, found by a stretch of another text without cutting it out. A Map
 * takes twice as long for the short words of long texts: it wants each as a string of its own.
 */
export class PartCache<Value> {
  readonly #make: (text: string) => Value
  #entries: Entry<Value>[] = []
  /** Two numbers a slot: the hash of a text, and the place of its entry from 1 on, or 0 where the slot is free. */
  #slots = new Int32Array(2 * SLOTS)

  constructor(make: (text: string) => Value) {
    this.#make = make
  }

  /** What is made of the characters of `text` from `from` to before `to`. */
  get(text: string, from: number, to: number): Value {
    const hash = hashOf(text, from, to)
    const slots = this.#slots
    const last = slots.length - 2
    for (let at = (hash << 1) & last; slots[at + 1] !== 0; at = (at + 2) & last) {
      if (slots[at] !== hash) continue
      const entry = this.#entries[slots[at + 1]! - 1]!
      if (isPart(entry.text, text, from, to)) return entry.value
    }
    return this.#add(text.slice(from, to))
  }

  #add(text: string): Value {
    const value = this.#make(text)
    if (this.#entries.length >= KEPT) this.#forget()
    this.#entries.push({ text, value })
    if (4 * this.#entries.length > this.#slots.length) this.#grow()
    else this.#place(this.#entries.length)
    return value
  }

  #forget(): void {
    this.#entries = []
    this.#slots = new Int32Array(2 * SLOTS)
  }

  #grow(): void {
    this.#slots = new Int32Array(2 * this.#slots.length)
    for (let number = 1; number <= this.#entries.length; number++) this.#place(number)
  }

  #place(number: number): void {
    const { text } = this.#entries[number - 1]!
    const hash = hashOf(text, 0, text.length)
    const slots = this.#slots
    const last = slots.length - 2
    let at = (hash << 1) & last
    while (slots[at + 1] !== 0) at = (at + 2) & last
    slots[at] = hash
    slots[at + 1] = number
  }
}

/** Unknown to those who would type words that all fall into one slot. */
const SEED = crypto.getRandomValues(new Int32Array(1))[0]!

/** Fowler, Noll and Vo's (1a) over code units, its high bits brought down, since slots are chosen by the low ones. */
function hashOf(text: string, from: number, to: number): number {
  let hash = SEED
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash ^ (hash >>> 15)
}

function isPart(key: string, text: string, from: number, to: number): boolean {
  if (key.length !== to - from) return false
  for (let at = 0; at < key.length; at++) if (key.charCodeAt(at) !== text.charCodeAt(from + at)) return false
  return true
}
