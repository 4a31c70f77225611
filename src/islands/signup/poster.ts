/** What a picture of a clip needs. */
export interface Poster {
  /** Path of its files, without width and form. */
  base: string
  widths: readonly number[]
  width: number
  height: number
}

/** Every width in a form, for `srcset`. */
export function srcSet({ base, widths }: Poster, form: 'avif' | 'webp'): string {
  return widths.map((width) => `${base}/${width}.${form} ${width}w`).join(', ')
}
