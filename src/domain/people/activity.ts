/** Labels of browsers' reports. */
export const ACTIVITY_LABELS = [
  'REGISTER_CLICK',
  'LOGIN_CLICK',
  'DOWNLOAD_CLICK',
  'LIKECLICK_CLICK',
  'UPGRADE_CLICK',
  'GETINTOUCH_CLICK',
  'CANCEL_CLICK',
  'LOGOUT_CLICK',
  'TERMS_CLICK',
  'PRIVACY_CLICK',
  'READ_MORE_ABOUT_LICENSE_CLICK',
  /** A clip opened from the results of a search; `meta` has its `id`. */
  'RESULT_CLICK',
  /** A search's first page that was shown; `meta` has the number of `results`. Counted anonymously. */
  'SEARCH_SHOWN',
  /** Hover previews that played; `meta` has the clips' `ids`, separated by spaces. Counted by clip and day only. */
  'PREVIEWS_PLAYED',
] as const
export type ActivityLabel = (typeof ACTIVITY_LABELS)[number]

/**
 * Most characters of a click's path; a longer one is cut, since a percent-encoded Japanese search would be too long to
 * record.
 */
export const LONGEST_PATH = 500
