import type { Plugin } from 'vite'

interface Change {
  /** Ends a path. */
  file: string
  /** Put before the file's code. */
  prelude: string
  /** Code and what replaces it. */
  replaced: [code: string, by: string][]
}

const DIGEST = 'const hashBuffer = await crypto.subtle.digest(algorithm, encoder.encode(data));'
const RETURN = `return \`\${ALGORITHMS[algorithm]}\${hash}\`;`
const KEEP = 'const kept = new Map();'

const CHANGES: Change[] = [
  {
    // Astro digests a page's inline styles again for each render, a tenth of its time. They come from the build, so
    // they stay the same.
    file: '/astro/dist/core/encryption.js',
    prelude: KEEP,
    replaced: [
      [DIGEST, `const known = kept.get(data); if (known) return known; ${DIGEST}`],
      [RETURN, `kept.set(data, ALGORITHMS[algorithm] + hash); ${RETURN}`],
    ],
  },
  {
    // Astro imports a page's module for each render, and Node resolves it each time: a twentieth of the render.
    file: '/astro/dist/core/environment/production.js',
    prelude: KEEP,
    replaced: [
      [
        'return await importComponentInstance();',
        `if (!kept.has(importComponentInstance)) kept.set(importComponentInstance, await importComponentInstance());
         return kept.get(importComponentInstance);`,
      ],
    ],
  },
  {
    // Node's TextEncoder takes five times as long as its transcode(), which refuses lone surrogates.
    file: '/astro/dist/runtime/server/render/page.js',
    prelude: `import { transcode } from 'node:buffer';
      const bytesOf = (html) => {
        try { return transcode(Buffer.from(html, 'utf16le'), 'utf16le', 'utf8'); }
        catch { return encoder.encode(html); }
      };`,
    replaced: [['body = encoder.encode(body);', 'body = bytesOf(body);']],
  },
]

/** Leaves out work that Astro repeats for each page with the same result, or does more slowly than Node. */
export function leanAstro(): Plugin {
  return {
    name: 'nagare:lean-astro',
    apply: 'build',
    transform(code, id) {
      const change = CHANGES.find(({ file }) => id.endsWith(file))
      return change && changed(code, change)
    },
  }
}

function changed(code: string, { file, prelude, replaced }: Change): string {
  const result = replaced.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`${file} is no longer as lean-astro.ts knows it`)
    return before.replace(from, () => to)
  }, code)
  return `${prelude}\n${result}`
}
