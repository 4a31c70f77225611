/**
 * Preloaded by tests: Argon2id with its least memory and one pass, a tenth of a millisecond instead of 25. Stored
 * strings still name the real cost. `password.test.ts` and `login-timing.test.ts` run without it.
 */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const LIGHT = { memory: 8, passes: 1 }

const { argon2 } = crypto
crypto.argon2 = (algorithm, parameters, callback) => argon2(algorithm, { ...parameters, ...LIGHT }, callback)
syncBuiltinESMExports()
