import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

/** Adds `client:painted`. */
export function paintedDirective(): AstroIntegration {
  return {
    name: 'nagare:painted-directive',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) =>
        addClientDirective({
          name: 'painted',
          entrypoint: fileURLToPath(new URL('../../islands/painted.ts', import.meta.url)),
        }),
    },
  }
}
