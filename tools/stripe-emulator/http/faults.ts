/**
 * A fault of the next API calls: before the work, after it (only the response suffers), or, for stalls, during it,
 * while the idempotency key is in use.
 */
export type Fault = {
  /** Such as `POST /v1/checkout/sessions` or `/v1/*`; default: every call. */
  route?: string
  /** Number of calls; default 1. */
  times?: number
  when?: When
} & ({ kind: 'status'; status: number } | { kind: 'stall'; ms: number } | { kind: 'reset' })

export type When = 'before' | 'during' | 'after'

/** Pending API faults, oldest first. */
export class Faults {
  #waiting: Fault[] = []

  add(fault: Fault): void {
    this.#waiting.push({ times: 1, when: 'before', ...fault })
  }

  clear(): void {
    this.#waiting = []
  }

  list(): Fault[] {
    return [...this.#waiting]
  }

  /** Uses up one occurrence of the first fault that matches. */
  take(method: string, path: string, kinds: Fault['kind'][], when: When): Fault | undefined {
    const fault = this.#waiting.find(
      (each) => each.when === when && kinds.includes(each.kind) && fits(each.route, method, path),
    )
    if (!fault) return undefined
    fault.times = (fault.times ?? 1) - 1
    if (fault.times <= 0) this.#waiting.splice(this.#waiting.indexOf(fault), 1)
    return fault
  }
}

function fits(route: string | undefined, method: string, path: string): boolean {
  if (route === undefined) return true
  const [wanted, pattern] = route.includes(' ') ? route.split(' ', 2) : [method, route]
  if (wanted !== method) return false
  return pattern!.endsWith('*') ? path.startsWith(pattern!.slice(0, -1)) : path === pattern
}
