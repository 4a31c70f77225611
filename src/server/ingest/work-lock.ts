import { join } from 'node:path'

/** The file whose lock has whoever works in a folder of `work`. A few folders share one, so that files do not pile up. */
export const lockOf = (work: string, folder: string) => join(work, '.locks', folder.slice(0, 3))
