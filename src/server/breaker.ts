import { type CircuitBreakerPolicy, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'

const FAILURES = 5
const PAUSE_MS = 2_000

/**
 * A circuit breaker: after five calls in a row without an answer, calls fail at once, as isBrokenCircuitError() tells,
 * instead of each after its own timeout. Every two seconds one call tries again; the others wait for its result. @param
 * isAway whether an error means that the service is down, rather than that it refuses
 */
export function openBreaker(isAway: (error: unknown) => boolean): CircuitBreakerPolicy {
  return circuitBreaker(handleWhen(isAway), {
    breaker: new ConsecutiveBreaker(FAILURES),
    halfOpenAfter: PAUSE_MS,
  })
}
