import { firstName } from '#domain/people/first-name.ts'
import { $auth } from '#stores/auth/auth.ts'

/** Keeps the header in step with who is signed in, here and in other tabs. Returns what stops it. */
export function keepHeaderInStep(): () => void {
  return $auth.subscribe((record) => {
    document.documentElement.toggleAttribute('data-signed-in', record !== undefined)
    for (const element of document.querySelectorAll('[data-first-name]'))
      element.textContent = record ? firstName(record.name) : ''
  })
}
