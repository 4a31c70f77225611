import type { Size } from '../../clips/film-size.ts'

/** Half of a clip's long side: a smaller photograph is enlarged more than twice, and looks soft. */
const LEAST_LONG_SIDE = 960

export const isSmallPhoto = ({ width, height }: Size) => Math.max(width, height) < LEAST_LONG_SIDE
