/** A poster for the landing page. */
export interface Poster {
  /** Path without width and extension. */
  base: string
  widths: readonly number[]
  width: number
  height: number
}

/** All widths of one format, for `srcset`. */
export function srcSet({ base, widths }: Poster, form: 'avif' | 'webp'): string {
  return widths.map((width) => `${base}/${width}.${form} ${width}w`).join(', ')
}
