/** Runs `make` at the first call and keeps what it made: static layers are painted when first drawn. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
