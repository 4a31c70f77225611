import { writeFile } from 'node:fs/promises'
import type { AstroIntegration } from 'astro'
import type { Plugin } from 'vite'

const BUNDLE = 'front.mjs'

/**
 * Adds our own server to Astro's build of the back end, so that both share one copy of every module and a start reads
 * a few files instead of hundreds.
 */
export function serverEntry(): Plugin {
  return {
    name: 'nagare:server-entry',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    buildStart() {
      this.emitFile({ type: 'chunk', id: './src/server.ts', fileName: BUNDLE })
    },
  }
}

/** Writes `dist/server.mjs`, which `npm start` runs. */
export function startScript(): AstroIntegration {
  return {
    name: 'nagare:start-script',
    hooks: {
      'astro:build:done': ({ dir }) =>
        writeFile(new URL('../server.mjs', dir), `import { run } from './server/${BUNDLE}'\n\nawait run()\n`),
    },
  }
}
