import { statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { Call } from '#contract/call.ts'

const CALLS = /-calls\.ts$/
const IMPORT = /^import \{([^}]*)\} from '([^']+-calls\.ts)'/gm

/**
 * Browsers need a call's method and path alone. They are written into the module that imports the call, so no schema
 * reaches visitors and a page has only the calls that it makes.
 */
export function browserCalls(): Plugin {
  return {
    name: 'nagare:browser-calls',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    async transform(code, id) {
      const [file = ''] = id.split('?')
      if (CALLS.test(file)) return { code: await moduleForBrowsers(file), map: null }
      let short = code
      for (const [whole, names = '', from = ''] of code.matchAll(IMPORT)) {
        const resolved = await this.resolve(from, file)
        if (!resolved) continue
        this.addWatchFile(resolved.id)
        const lines = whole.split('\n').length - 1
        short = short.replace(whole, declared(names, await load(resolved.id)) + '\n'.repeat(lines))
      }
      return short === code ? undefined : { code: short, map: null }
    },
  }
}

/** The source of a file of calls as browsers get it. */
async function moduleForBrowsers(file: string): Promise<string> {
  return Object.entries(await load(file))
    .map(([name, call]) => `export const ${name} = ${shortened(call)}`)
    .join('\n')
}

/** The newest version of a file of calls. */
function load(file: string): Promise<Record<string, Call>> {
  return import(/* @vite-ignore */ `${pathToFileURL(file)}?${statSync(file).mtimeMs}`)
}

const shortened = ({ method, path, body }: Call) => JSON.stringify({ method, path, ...(body && { body: 1 }) })

/** `like, licence as ownLicence` as constants, in one line. */
function declared(names: string, calls: Record<string, Call>): string {
  const values = names.split(',').flatMap((text) => {
    const [name = '', local = name] = text.trim().split(' as ')
    return calls[name] ? [`const ${local} = ${shortened(calls[name])}`] : []
  })
  return values.join(';')
}
