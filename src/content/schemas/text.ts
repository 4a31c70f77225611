import { z } from 'zod'
import { withoutClaims } from '#i18n/claim-words.ts'
import { placeholdersOf as allPlaceholdersOf, type Template } from '#i18n/template.ts'

/** Any text may contain claims about the library; the page fills them in. */
const placeholdersOf = (text: string) => allPlaceholdersOf(withoutClaims(text))

/** Not empty, no space at the ends, no leftover marks. */
const written = z.string().regex(/^\S(.*\S)?$/su, 'is empty, or has white space at an end')

/** A text whose only placeholders are claims. */
export const text = written.refine((value) => !/[{}]/.test(withoutClaims(value)), 'has a placeholder')

/** A text with exactly these names in braces. */
export function template<const Name extends string>(...names: Name[]): z.ZodType<Template<Name>> {
  const expected = names.toSorted().join()
  return written.refine((value) => placeholdersOf(value).join() === expected, {
    error: `must hold {${names.join('}, {')}} and no other placeholder`,
  })
}

const LINK = /\[[^\]]*\]\(([^)]*)\)/g

/** A paragraph that may name the site (`{siteName}`) and contain links (`[label](/path#anchor)`). */
export const prose: z.ZodType<Template<'siteName'>> = written
  .refine((value) => ['', 'siteName'].includes(placeholdersOf(value).join()), 'knows only {siteName}')
  .refine(
    (value) => [...value.matchAll(LINK)].every(([, href = '']) => /^[/#][\w/#-]*$/.test(href)),
    'links elsewhere',
  )

/** An anchor, the same in every language. */
export const anchor = z.string().regex(/^[a-z][a-z-]*$/)
