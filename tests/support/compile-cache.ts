import { fileURLToPath } from 'node:url'

/** Settings of a child that keeps what it has compiled for the next one: a command starts in two thirds of the time. */
export const compileCache = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)),
}
