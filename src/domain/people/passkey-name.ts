/** Characters of a passkey's name. */
export const PASSKEY_NAME_MAX = 60
