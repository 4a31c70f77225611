import { z } from 'astro/zod'
import { placeholdersOf, type Template } from '#i18n/template.ts'

/** Written to the end: not empty, no space at its ends, nothing left to do. */
const written = z.string().regex(/^\S(.*\S)?$/su, 'is empty, or has white space at an end')

/** A text that stands as it is. */
export const text = written.refine((value) => !/[{}]/.test(value), 'has a placeholder')

/** A text in which each of these names stands between braces, and no other. */
export function template<const Name extends string>(...names: Name[]): z.ZodType<Template<Name>> {
  const expected = names.toSorted().join()
  return written.refine((value) => placeholdersOf(value).join() === expected, {
    error: `must hold {${names.join('}, {')}} and no other placeholder`,
  })
}

const LINK = /\[[^\]]*\]\(([^)]*)\)/g

/** A sentence or a paragraph that may name the site (`{siteName}`) and link within it (`[label](/path#anchor)`). */
export const prose: z.ZodType<Template<'siteName'>> = written
  .refine((value) => ['', 'siteName'].includes(placeholdersOf(value).join()), 'knows only {siteName}')
  .refine(
    (value) => [...value.matchAll(LINK)].every(([, href = '']) => /^[/#][\w/#-]*$/.test(href)),
    'links elsewhere',
  )

/** An anchor in an address, the same in every language. */
export const anchor = z.string().regex(/^[a-z][a-z-]*$/)
