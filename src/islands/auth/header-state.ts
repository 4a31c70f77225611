import { firstName } from '#domain/people/first-name.ts'
import { $auth } from '#stores/auth/auth.ts'

/** Updates the header when the sign-in changes, in any tab. Returns a function that stops it. */
export function syncHeader(): () => void {
  return $auth.subscribe((record) => {
    document.documentElement.toggleAttribute('data-signed-in', record !== undefined)
    for (const element of document.querySelectorAll('[data-first-name]'))
      element.textContent = record ? firstName(record.name) : ''
  })
}
