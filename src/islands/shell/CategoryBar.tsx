import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { Category } from '#contract/clips/clips.ts'
import { type Locale, localePath } from '#domain/address/locale-path.ts'
import { $categories, refreshCategories } from '#stores/clips/categories.ts'

export interface CategoryBarProps {
  /** From the server, labelled in the page's language alone; refreshed in the browser. */
  initial: readonly (Omit<Category, 'label_ja'> & Partial<Category>)[]
  current: string | undefined
  locale: Locale
  texts: { categories: string; all: string }
  isHome: boolean
}

/** Links to the categories; the current one is marked and scrolled into view. */
export function CategoryBar({ initial, current, locale, texts, isHome }: CategoryBarProps) {
  const categories = useStore($categories) ?? initial
  const list = useRef<HTMLUListElement>(null)

  useEffect(() => {
    refreshCategories()
  }, [])
  useEffect(() => {
    const marked = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (list.current && marked) list.current.scrollLeft = marked.offsetLeft - list.current.clientWidth / 3
  }, [])

  return (
    <nav className="category-bar" aria-label={texts.categories}>
      <ul className="container" ref={list}>
        <li>
          <a href={localePath(locale, '/')} {...(isHome && { 'aria-current': 'page' })}>
            {texts.all}
          </a>
        </li>
        {categories.map(({ key, label, label_ja }) => (
          <li key={key}>
            <a href={localePath(locale, `/t/${key}`)} {...(key === current && { 'aria-current': 'page' })}>
              {(locale === 'ja' && label_ja) || label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
