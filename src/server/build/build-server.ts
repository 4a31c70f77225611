import { cp, writeFile } from 'node:fs/promises'
import type { AstroIntegration } from 'astro'
import type { Plugin } from 'vite'
import { builtModule, OWN_MODULES } from './own-process.ts'

const BUNDLE = 'front.mjs'
/** Not bundled: native code, and packages that load only when configured or seldom. */
const EXTERNAL = [
  'css-tree',
  'sharp',
  'svgo',
  'pg-native',
  '@aws-sdk/client-s3',
  '@aws-sdk/lib-storage',
  '@aws-sdk/s3-request-presigner',
]

/** Bundles our server with Astro's back end: they share modules, and a start reads a few files instead of hundreds. */
export function serverEntry(): Plugin {
  return {
    name: 'nagare:server-entry',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    // Otherwise React's development build is bundled too, and used unless NODE_ENV is set.
    config: () => ({
      environments: {
        ssr: {
          define: { 'process.env.NODE_ENV': '"production"' },
          // Bundled, the server starts in half the time.
          resolve: { noExternal: true, external: EXTERNAL },
        },
      },
    }),
    buildStart() {
      this.emitFile({ type: 'chunk', id: './src/server.ts', fileName: BUNDLE })
      for (const name of OWN_MODULES)
        this.emitFile({ type: 'chunk', id: `./src/server/${name}.ts`, fileName: builtModule(name) })
    },
  }
}

/** The compile cache makes later starts quicker. */
const START = `import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('./server/.compiled', import.meta.url)))
const { run } = await import('./server/${BUNDLE}')
await run()
`

const isWords = (path: string) => !/\.ts$|schemas$/.test(path)

/** Writes `dist/server.mjs`, which `npm start` runs. */
export function startScript(): AstroIntegration {
  return {
    name: 'nagare:start-script',
    hooks: {
      async 'astro:build:done'({ dir }) {
        await writeFile(new URL('../server.mjs', dir), START)
        // Our words, which the studio shows beside the shop's own.
        const ours = new URL('../../src/content/', dir)
        await cp(ours, new URL('../server/content/', dir), { recursive: true, filter: isWords })
      },
    },
  }
}
