import { useEffect, useState } from 'react'
import { otherWords } from '#contract/studio/clips/editor-calls.ts'
import { withKeywords } from '#domain/studio/clip/keywords.ts'
import { clipTexts } from '#i18n/studio/clip/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { LinkButton } from '../../auth/buttons.tsx'

interface OtherWordsProps {
  words: readonly string[]
  others: readonly string[]
  /** Language of `words`. */
  locale: 'en' | 'ja'
  onChange: (words: string[]) => void
}

interface Offer {
  word: string
  /** The keyword in the other language that it translates. */
  from: string
}

/** Translations of the other language's keywords, added with one click. */
export function OtherWords({ words, others, locale, onChange }: OtherWordsProps) {
  const t = clipTexts(pageLocale()).keywords
  const offers = useOffers(words, others, locale)
  if (offers.length === 0) return null
  return (
    <div className="keyword-offers">
      <p className="field-hint">{locale === 'en' ? t.fromOther : t.fromEnglish}</p>
      <ul>
        {offers.map(({ word, from }) => (
          <li key={word}>
            <button
              type="button"
              className="keyword-offer"
              lang={locale}
              aria-label={t.add(word, from)}
              onClick={() => onChange(withKeywords(words, [word]))}
            >
              <span aria-hidden="true">+ {word}</span>
            </button>
          </li>
        ))}
        {offers.length > 1 && (
          <li>
            <LinkButton
              onClick={() =>
                onChange(
                  withKeywords(
                    words,
                    offers.map(({ word }) => word),
                  ),
                )
              }
            >
              {t.addAll}
            </LinkButton>
          </li>
        )}
      </ul>
    </div>
  )
}

/** The usual translation of each keyword of the other language that has none here yet. */
function useOffers(words: readonly string[], others: readonly string[], locale: 'en' | 'ja'): Offer[] {
  const [known, setKnown] = useState<readonly { word: string; others: string[] }[]>([])
  const asked = others.join('\n')
  useEffect(() => {
    if (asked === '') return setKnown([])
    const abort = new AbortController()
    const from = locale === 'en' ? 'ja' : 'en'
    requestAs(otherWords, { words: asked.split('\n'), from }, { signal: abort.signal }).then(
      (answer) => setKnown(answer.words),
      // Without offers people type.
      () => {},
    )
    return () => abort.abort()
  }, [asked, locale])
  const present = new Set(words.map((word) => word.toLowerCase()))
  const offers = known.flatMap(({ word: from, others: names }) =>
    names.some((name) => present.has(name.toLowerCase())) ? [] : [{ word: names[0]!, from }],
  )
  return offers.filter(({ word }, index) => offers.findIndex((offer) => offer.word === word) === index)
}
