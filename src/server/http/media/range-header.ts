import type { ByteRange } from '#server/media/storage.ts'

/** A header with more ranges gets the whole file: no player asks for a hundred pieces at once. */
const MOST_RANGES = 100

/** The bytes that a Range header asks for. Of several ranges the first that exists, as RFC 9110 allows. */
export function requestedRange(
  header: string | undefined,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const specifications = /^bytes=(.*)$/i.exec(header?.trim() ?? '')?.[1]?.split(',')
  if (!specifications || specifications.length > MOST_RANGES) return 'whole'
  const ranges = specifications.map((specification) => parse(specification.trim(), size))
  if (ranges.includes('invalid')) return 'whole'
  return ranges.find((range) => typeof range === 'object') ?? 'unsatisfiable'
}

function parse(specification: string, size: number): ByteRange | 'invalid' | 'unsatisfiable' {
  const [, first = '', last = ''] = /^(\d*)-(\d*)$/.exec(specification) ?? []
  if (first === '' && last === '') return 'invalid'
  if (first === '') return suffix(Number(last), size)
  const [start, end] = [Number(first), last === '' ? size - 1 : Number(last)]
  if (last !== '' && end < start) return 'invalid'
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size - 1) }
}

/** `-500`: the last 500 bytes. */
function suffix(length: number, size: number): ByteRange | 'unsatisfiable' {
  if (length === 0 || size === 0) return 'unsatisfiable'
  return { start: Math.max(0, size - length), end: size - 1 }
}
