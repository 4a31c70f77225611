/** One line without control characters and direction marks, which could disguise a name. */
export const PLAIN_LINE = /^[^\p{Cc}\u202A-\u202E\u2066-\u2069]*$/u

/** The same with line breaks and tabs, as in pasted tables. */
export const PLAIN_TEXT = /^(?:[\t\n\r]|[^\p{Cc}\u202A-\u202E\u2066-\u2069])*$/u
