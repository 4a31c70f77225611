/** Numbers below this there is room for at first. */
const ROOM = 1024

/** A set of whole numbers from 0 on that is emptied in no time: for what is said once or twice in each of many clips. */
export class NumberSet {
  /** By number, which filling of the set it was added to last. */
  #added = new Uint32Array(ROOM)
  #filling = 1

  /** Adds a number, and says whether it was not there yet. */
  add(number: number): boolean {
    if (this.has(number)) return false
    if (number >= this.#added.length) this.#makeRoom(number)
    this.#added[number] = this.#filling
    return true
  }

  has(number: number): boolean {
    return this.#added[number] === this.#filling
  }

  clear(): void {
    this.#filling++
  }

  #makeRoom(number: number): void {
    const larger = new Uint32Array(2 ** (32 - Math.clz32(number)))
    larger.set(this.#added)
    this.#added = larger
  }
}
