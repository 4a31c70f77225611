import { AppError } from '#contract/errors.ts'
import type { ByteRange } from './storage.ts'

/** The part of the range that exists. AppError('badRequest') where none does, as S3 answers too. */
export function clampRange(range: ByteRange | undefined, size: number): ByteRange {
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (start < 0 || start > end || start >= size) throw new AppError('badRequest', 'no byte in that range')
  return { start, end: Math.min(end, size - 1) }
}
