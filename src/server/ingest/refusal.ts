/** The file itself is at fault: it is named with its reason in the summary, and the other files go on. */
export class Refusal extends Error {
  readonly reason: string

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'Refusal'
    this.reason = reason
  }
}
