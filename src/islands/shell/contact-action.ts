import { CONTACT_US } from '#i18n/contact/contact-link.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import type { Toast } from '#stores/toasts.ts'

/** For a toast that suggests contacting us. It stays longer, since people have to press it. */
export function contactAction(): Pick<Toast, 'action' | 'duration'> {
  return { action: { label: CONTACT_US[pageLocale()], href: localizedLink('/contact') }, duration: 15_000 }
}
