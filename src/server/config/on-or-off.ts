import { z } from 'zod'

/** A setting that is `on` or `off`. */
export const onOrOff = (preset: 'on' | 'off') =>
  z.enum(['on', 'off'], { error: 'must be on or off' }).default(preset)
