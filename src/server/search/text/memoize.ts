/** Results to keep; when full, all are dropped. */
const MOST_KEPT = 50_000

/** Caches what `make` returns by its text: a catalogue repeats the same words and keywords. */
export function memoize<Value, Rest extends unknown[]>(
  make: (text: string, ...rest: Rest) => Value,
): (text: string, ...rest: Rest) => Value {
  const kept = new Map<string, Value>()
  return (text, ...rest) => {
    const known = kept.get(text)
    if (known !== undefined) return known
    const value = make(text, ...rest)
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(text, value)
    return value
  }
}

/** Makes a value on first use: processes that never search do not need it. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
