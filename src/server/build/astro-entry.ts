import { createApp } from 'astro/app/entrypoint'

/** Astro's part of the built site, with which astro-renderer.ts renders. */
export const app = createApp({ streaming: false })
