import { fileURLToPath } from 'node:url'
import react from '@astrojs/react'
import type { AstroIntegration } from 'astro'

/** Astro's integration of React, with our own renderer on the server, and `client:painted`. */
export function reactIslands(): AstroIntegration {
  const { hooks, ...integration } = react()
  return {
    ...integration,
    hooks: {
      ...hooks,
      'astro:config:setup': (options) => {
        options.addClientDirective({
          name: 'painted',
          entrypoint: fileURLToPath(new URL('../../islands/painted.ts', import.meta.url)),
        })
        const serverEntrypoint = new URL('./island-renderer.ts', import.meta.url)
        const addRenderer: typeof options.addRenderer = (renderer) =>
          options.addRenderer({ ...renderer, serverEntrypoint })
        return hooks['astro:config:setup']?.({ ...options, addRenderer })
      },
    },
  }
}
