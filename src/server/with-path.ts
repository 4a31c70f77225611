interface Placed extends Error {
  path?: unknown
  address?: unknown
  hostname?: unknown
  port?: unknown
}

/** The error, with the path that it is about: SQLite never names its file, nor Node one that is already open. */
export function withPath(error: unknown, path: string): unknown {
  if (error instanceof Error && !placeOf(error)) (error as Placed).path = path
  return error
}

/** withPath() for a failure of `work`. */
export async function about<Result>(path: string, work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    throw withPath(error, path)
  })
}

/** The path or the address that an error of the system is about. */
export function placeOf(error: Error): string | undefined {
  const { path, address, hostname, port } = error as Placed
  if (typeof path === 'string') return path
  const host = address ?? hostname
  return host ? `${host}${port ? `:${port}` : ''}` : undefined
}
