/** The layout of a picture in an address: 20 bytes in base64url. */
export const PICTURE = /^[\w-]{26}[AEIMQUYcgkosw048]$/

/** @param layout what layoutOf() gives */
export const writePicture = (layout: Int8Array) =>
  btoa(String.fromCharCode(...new Uint8Array(layout.buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** The layout in base64, as a Look has it; undefined for what writePicture() does not give. */
export const readPicture = (text: string) =>
  PICTURE.test(text) ? `${text.replaceAll('-', '+').replaceAll('_', '/')}=` : undefined
