import { withoutSecrets } from '#server/logger.ts'

/** An error as a line to store and to show in the studio: without secrets and what PostgreSQL does not store. */
export function errorText(error: unknown, longest = 300): string {
  const line = withoutSecrets(String(error)).replace(/\p{Cc}+/gu, ' ')
  return line.slice(0, longest).toWellFormed()
}
