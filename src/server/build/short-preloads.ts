import type { Plugin, Rolldown } from 'vite'

/**
 * Vite lists the parts of a lazy import, so that they come with it and not one after the other. This leaves those out
 * that the importing file has loaded anyway: their names would be most of the list. A plugin, since Astro overwrites
 * `vite.build.modulePreload`.
 */
export function shortPreloads(): Plugin {
  let files: Rolldown.OutputBundle = {}
  const addLoaded = (name: string, loaded: Set<string>): Set<string> => {
    const file = files[name]
    if (loaded.has(name) || file?.type !== 'chunk') return loaded
    loaded.add(name)
    for (const part of file.imports) addLoaded(part, loaded)
    return loaded
  }
  const resolveDependencies = (_: string, parts: string[], { hostId }: { hostId: string }) => {
    const loaded = addLoaded(hostId, new Set())
    return parts.filter((part) => !loaded.has(part))
  }
  return {
    name: 'nagare:short-preloads',
    configEnvironment: (name) =>
      name === 'client' ? { build: { modulePreload: { polyfill: false, resolveDependencies } } } : undefined,
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        if (this.environment.name === 'client') files = bundle
      },
    },
  }
}
