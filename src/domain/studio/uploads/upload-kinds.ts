const KINDS = {
  video: ['mp4', 'm4v', 'mov', '3gp', 'webm', 'mkv', 'avi', 'mts', 'm2ts'],
  image: ['jpg', 'jpeg', 'png', 'webp', 'avif', 'heic', 'heif', 'hif', 'tif', 'tiff'],
  sheet: ['csv'],
  sidecar: ['xmp'],
} as const

/** Footage and its companions: sheets of texts, and sidecars of single files. */
export const UPLOAD_KINDS = ['video', 'image', 'sheet', 'sidecar'] as const
export type UploadKind = (typeof UPLOAD_KINDS)[number]

/** The kind by a file's name; undefined if it is not accepted. */
export function kindOfName(name: string): UploadKind | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return UPLOAD_KINDS.find((kind) => (KINDS[kind] as readonly string[]).includes(ending))
}

/** For the `accept` of a file input. */
export const ACCEPTED_ENDINGS = Object.values(KINDS)
  .flat()
  .map((ending) => `.${ending}`)
  .join(',')

export const isFootage = (kind: UploadKind) => kind === 'video' || kind === 'image'
