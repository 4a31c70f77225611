import { mayEdit, type Person } from '../membership/membership.ts'

/** What a program's key may do: look, take films, change the catalogue and sets. */
export const KEY_SCOPES = ['read', 'download', 'manage'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** Keys of one account that work. */
export const MOST_KEYS = 5
export const KEY_NAME_MAX = 60
export const KEY_DAYS_MAX = 3650

/** Whether a bearer's text means to be a key. */
export const isKey = (text: string) => text.startsWith('ngr_')

/** The scopes that a person may give to a key. One who edits no longer has keys that no longer manage. */
export function scopesOf(person: Person): readonly KeyScope[] {
  return mayEdit(person) ? KEY_SCOPES : KEY_SCOPES.filter((scope) => scope !== 'manage')
}
