/** Shown in tiles: the widest poster up to this width, in pixels. */
const THUMBNAIL_WIDTH = 640

export const thumbnailWidth = (widths: readonly number[]) =>
  widths.findLast((width) => width <= THUMBNAIL_WIDTH) ?? widths[0]

/** @param poster the posters' folder, `poster/…` */
export const posterPath = ({ poster }: { poster: string }, { widths }: { widths: readonly number[] }) =>
  `/media/${poster}/${thumbnailWidth(widths)}.jpg`

/** Key of the photograph that a clip was made from. */
export const stillKey = ({ poster }: { poster: string }) => `${poster.replace('poster', 'still')}.webp`
