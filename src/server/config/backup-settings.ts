import { z } from 'zod'

export const BACKUP_SETTINGS = {
  /** HH:MM in the server's time zone. */
  BACKUP_AT: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 04:00')
    .default('04:00'),
  BACKUP_KEEP: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be a whole number from 1 to 9999')
    .transform(Number)
    .default(30),
}
