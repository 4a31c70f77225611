import { operatorEnvironment, parseConfig } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import { openDeps } from './open-deps.ts'

let opened: Promise<Deps> | undefined

/** What pages need in `astro dev`, opened with the first page; settings that only the server needs have defaults. */
export function developmentDeps(): Promise<Deps> {
  opened ??= openDeps(parseConfig(operatorEnvironment(process.env)))
  return opened
}
