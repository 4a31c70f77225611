import { vi } from 'vitest'

/** Vitest gives up after a second, which a busy machine needs for less than what tests wait for. */
const PATIENCE_MS = 10_000
const IS_PATIENT = Symbol.for('nagare.patient')

const { waitFor } = vi
// Files of one process share it.
if (!(IS_PATIENT in waitFor))
  vi.waitFor = Object.assign(
    ((check, options = PATIENCE_MS) =>
      waitFor(
        check,
        typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options },
      )) as typeof waitFor,
    { [IS_PATIENT]: true },
  )
