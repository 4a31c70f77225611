import type { Locale } from '#domain/address/locale-path.ts'

/** What a page knows of a legal text of the shop's own. */
export interface ReadLegal {
  /** Days from which its versions hold, newest first; none if it has ours. */
  days: readonly string[]
  /** Of the version that holds; undefined while it is ours. */
  held: string | undefined
  /** The version that is shown; absent: ours, or the draft's. */
  version?: { effective: string; texts: Record<Locale, Record<string, unknown>> }
}
