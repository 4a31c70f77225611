/** Thrown by a queued job that must wait at least so many seconds. */
export class RetryLater extends Error {
  readonly seconds: number

  constructor(message: string, seconds: number, options?: ErrorOptions) {
    super(message, options)
    this.seconds = seconds
  }
}
