import { z } from 'zod'
import { onOrOff } from './on-or-off.ts'

export interface UploadsConfig {
  /** Bytes of one file. */
  maxBytes: number
  /** Bytes of all files that are being sent or wait for a worker. */
  totalBytes: number
  /** Whether originals of clips are kept. */
  keepOriginals: boolean
  /** Whether this server starts a worker of its own. */
  worker: boolean
}

const UNITS = { '': 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 }

/** `200 GB`, `500MB` or bytes. */
const byteSize = z.string().transform((value, context) => {
  const [, number, unit = ''] = /^(\d{1,15})\s*(KB|MB|GB|TB)?$/i.exec(value) ?? []
  const bytes = Number(number) * UNITS[unit.toUpperCase() as keyof typeof UNITS]
  if (bytes >= 1 && bytes <= Number.MAX_SAFE_INTEGER) return bytes
  context.addIssue({ code: 'custom', message: 'must be a size such as 500 MB or 10 GB' })
  return z.NEVER
})

export const UPLOAD_SETTINGS = {
  UPLOAD_MAX_BYTES: byteSize.default(10e9),
  UPLOAD_TOTAL_BYTES: byteSize.default(200e9),
  KEEP_ORIGINALS: onOrOff('on'),
  WORKER: onOrOff('on'),
}

type Settings = z.infer<z.ZodObject<typeof UPLOAD_SETTINGS>>

export function uploadsOf(settings: Settings): UploadsConfig {
  return {
    maxBytes: settings.UPLOAD_MAX_BYTES,
    totalBytes: settings.UPLOAD_TOTAL_BYTES,
    keepOriginals: settings.KEEP_ORIGINALS === 'on',
    worker: settings.WORKER === 'on',
  }
}
