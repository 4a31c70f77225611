import { localePath } from '#domain/address/locale-path.ts'

/** Path prefixes of personal and admin pages, which search engines must not list. */
export const PRIVATE_PAGES = [
  '/account',
  '/admin/',
  '/curated-make',
  '/licence/',
  '/likes',
  '/paysuccess',
  '/promo-make',
  '/reset-password',
  '/studio',
  '/verify-email',
] as const

/** Whether a path, with or without a language, is private. */
export function isPrivatePage(path: string): boolean {
  return PRIVATE_PAGES.some((page) => path.startsWith(page) || path.startsWith(localePath('ja', page)))
}
