import { randomBytes } from 'node:crypto'

/** Without I, L, O and U, which are read as others when they stand on paper. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 20

/** 100 random bits, so that no licence is found by guessing. */
export function newLicenceNumber(): string {
  return Array.from(randomBytes(LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('')
}
