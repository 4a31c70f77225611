/** JSON as text in both engines. */
export type JsonText = string
/** ISO-8601 UTC text with milliseconds, so that both engines sort and compare it alike. */
export type Instant = string
/** A boolean; SQLite has none. */
export type Flag = 0 | 1
