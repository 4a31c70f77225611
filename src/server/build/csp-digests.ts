import type { Plugin } from 'vite'

const DIGEST = 'const hashBuffer = await crypto.subtle.digest(algorithm, encoder.encode(data));'
const KEPT = `const known = kept.get(data); if (known) return known; ${DIGEST}`
const RETURN = `return \`\${ALGORITHMS[algorithm]}\${hash}\`;`

/** Astro digests a page's inline styles again for each render, a tenth of its time. They come from the build, so they stay the same. */
export function digestsOnce(): Plugin {
  return {
    name: 'nagare:csp-digests',
    apply: 'build',
    transform(code, id) {
      if (!id.endsWith('/astro/dist/core/encryption.js')) return undefined
      if (!code.includes(DIGEST) || !code.includes(RETURN))
        throw new Error('Astro no longer digests styles as it did: see csp-digests.ts')
      const keeping = code
        .replace(DIGEST, KEPT)
        .replace(RETURN, () => `kept.set(data, ALGORITHMS[algorithm] + hash); ${RETURN}`)
      return `const kept = new Map();\n${keeping}`
    },
  }
}
