import type { Storage } from '#server/media/storage.ts'

/** The columns of `medias` with the paths of poster and hover preview. */
export const TILE_COLUMNS = ['poster_base', 'preview_url', 'preview_av1_url'] as const

/** A folder of posters, and the previews. */
interface TileKeys {
  poster: string
  previews: string[]
}

export function tileKeysOf(media: Record<(typeof TILE_COLUMNS)[number], string>): TileKeys {
  return {
    poster: keyOf(media.poster_base),
    previews: [media.preview_url, media.preview_av1_url].filter(Boolean).map(keyOf),
  }
}

/** Deletes the files of a tile; missing ones are no error. */
export async function deleteTile(
  storage: Pick<Storage, 'list' | 'delete'>,
  { poster, previews }: TileKeys,
): Promise<void> {
  for await (const key of storage.list(poster)) await storage.delete(key)
  for (const key of previews) await storage.delete(key)
}

const keyOf = (url: string) => url.replace(/^\/media\//, '')
