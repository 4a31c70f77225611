import type { Locale } from './strings.ts'

/** Separate, since only those who search by a picture load them. */
export const UNREADABLE: Record<Locale, string> = {
  en: 'Your browser cannot read this file as a picture or film. A JPEG, PNG or WebP of at most 50 MB, or an MP4, works.',
  ja: 'お使いのブラウザーでは、このファイルを画像や動画として読み込めません。50 MB以内のJPEG・PNG・WebP、またはMP4をお使いください。',
}
