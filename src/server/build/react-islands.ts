import react from '@astrojs/react'
import type { AstroIntegration } from 'astro'

/** Astro's integration of React, with our own renderer on the server. */
export function reactIslands(): AstroIntegration {
  const { hooks, ...integration } = react()
  return {
    ...integration,
    hooks: {
      ...hooks,
      'astro:config:setup': (options) => {
        const serverEntrypoint = new URL('./island-renderer.ts', import.meta.url)
        const addRenderer: typeof options.addRenderer = (renderer) =>
          options.addRenderer({ ...renderer, serverEntrypoint })
        return hooks['astro:config:setup']?.({ ...options, addRenderer })
      },
    },
  }
}
