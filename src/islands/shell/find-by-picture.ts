import { type Locale, localePath } from '#domain/address/locale-path.ts'
import { layoutOf } from '#domain/look/layout.ts'
import { writePicture } from '#domain/look/picture.ts'
import { UNREADABLE } from '#i18n/picture-texts.ts'
import { showToast } from '#stores/toasts.ts'

/** Pixels; every cell of a layout is then a mean of many. */
const SIDE = 256
/** Larger pictures may be more than a phone's memory holds. */
const MOST_BYTES = 50 * 1024 * 1024

/** Leads to the clips that look like a picture, or like the middle of a film. The file stays in the browser. */
export async function findByPicture(file: File, locale: Locale): Promise<void> {
  try {
    const look = writePicture(layoutOf(await squareOf(file)))
    location.assign(localePath(locale, `/look/${look}`))
  } catch {
    showToast({ kind: 'error', text: UNREADABLE[locale] })
  }
}

/** RGB. @throws if the browser cannot read the file */
async function squareOf(file: File): Promise<Uint8Array> {
  const isFilm = file.type.startsWith('video/')
  if (!isFilm && file.size > MOST_BYTES) throw new Error('too large')
  const picture = await (isFilm ? middleOf(file) : createImageBitmap(file))
  const context = new OffscreenCanvas(SIDE, SIDE).getContext('2d')!
  // As the shop's own stills: transparent parts are white.
  context.fillStyle = 'white'
  context.fillRect(0, 0, SIDE, SIDE)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, SIDE, SIDE)
  return Uint8Array.from(context.getImageData(0, 0, SIDE, SIDE).data.filter((_, at) => at % 4 < 3))
}

async function middleOf(file: File): Promise<ImageBitmap> {
  const film = document.createElement('video')
  const happened = (event: string) =>
    new Promise((resolve, reject) => {
      film.addEventListener(event, resolve, { once: true })
      film.addEventListener('error', reject, { once: true })
    })
  Object.assign(film, { muted: true, playsInline: true, preload: 'auto', src: URL.createObjectURL(file) })
  try {
    await happened('loadeddata')
    // A recording of a browser may not say how long it is.
    film.currentTime = Number.isFinite(film.duration) ? film.duration / 2 : 0
    await happened('seeked')
    return await createImageBitmap(film)
  } finally {
    URL.revokeObjectURL(film.src)
  }
}
