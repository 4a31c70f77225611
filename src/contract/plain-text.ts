/** One line without control characters and those that turn the direction of what follows, by which a name could pose as another. */
export const PLAIN_LINE = /^[^\p{Cc}\u202A-\u202E\u2066-\u2069]*$/u

/** The same with line breaks and tabs, which pasted tables have. */
export const PLAIN_TEXT = /^(?:[\t\n\r]|[^\p{Cc}\u202A-\u202E\u2066-\u2069])*$/u
