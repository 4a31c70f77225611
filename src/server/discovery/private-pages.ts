import { localePath } from '#domain/address/locale-path.ts'

/** Pages for one person, or for those who run the site: not for search engines. A path stands for all that begin so. */
export const PRIVATE_PAGES = [
  '/account',
  '/admin/',
  '/curated-make',
  '/licence/',
  '/likes',
  '/paysuccess',
  '/promo-make',
  '/reset-password',
  '/verify-email',
] as const

/** Whether a path, with or without a language before it, is one of them. */
export function isPrivatePage(path: string): boolean {
  return PRIVATE_PAGES.some((page) => path.startsWith(page) || path.startsWith(localePath('ja', page)))
}
