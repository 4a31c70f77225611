/** Values of some fields before and after a change. */
interface Step<Fields> {
  before: Partial<Fields>
  after: Partial<Fields>
  at: number
}

/** Milliseconds in which further typing in a field belongs to the same step. */
const ONE_STEP = 1000
const MOST_STEPS = 200

/** An editor's changes in a form, for undo and redo. */
export class EditHistory<Fields extends object> {
  #done: Step<Fields>[] = []
  #undone: Step<Fields>[] = []

  get canUndo(): boolean {
    return this.#done.length > 0
  }

  get canRedo(): boolean {
    return this.#undone.length > 0
  }

  note(before: Partial<Fields>, after: Partial<Fields>, at: number): void {
    const last = this.#done.at(-1)
    this.#undone = []
    if (last && at - last.at < ONE_STEP && isTyping(last.after, after)) {
      last.after = after
      last.at = at
    } else this.#done = [...this.#done, { before, after, at }].slice(-MOST_STEPS)
  }

  /** Values to go back to; undefined if there are none. */
  undo(): Partial<Fields> | undefined {
    const step = this.#done.pop()
    if (step) this.#undone.push(step)
    return step?.before
  }

  redo(): Partial<Fields> | undefined {
    const step = this.#undone.pop()
    // Later typing starts a new step.
    if (step) this.#done.push({ ...step, at: 0 })
    return step?.after
  }

  /** Forgets steps of these fields, because somebody else changed them: undo would undo their change. */
  forget(fields: readonly (keyof Fields)[]): void {
    const isOther = ({ after }: Step<Fields>) => !fields.some((field) => field in after)
    this.#done = this.#done.filter(isOther)
    this.#undone = this.#undone.filter(isOther)
  }
}

/** Whether both change the text of the same field. */
function isTyping(a: object, b: object): boolean {
  const [[field, text], ...more] = Object.entries(b) as [[string, unknown], ...unknown[]]
  return (
    more.length === 0 &&
    typeof text === 'string' &&
    typeof Object.entries(a)[0]?.[1] === 'string' &&
    field in a
  )
}
