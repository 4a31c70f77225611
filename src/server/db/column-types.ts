/** JSON held as text in both engines; `json()` in connect.ts parses it. */
export type JsonText = string
/** ISO-8601 UTC text with milliseconds in both engines, so that both sort and compare it alike. */
export type Instant = string
/** Yes or no as a number, since SQLite has no boolean. */
export type Flag = 0 | 1
