import type { FAQPage } from 'schema-dts'
import type { LandingWords } from '#components/landing/landing-words.ts'
import { stretches } from '#components/legal/inline-marks.ts'
import type { Locale } from '#domain/address/locale-path.ts'
import { fill } from '#i18n/template.ts'

/** The page's questions and answers, without marks. */
export function faqData(
  { title, ...answers }: LandingWords['faq'],
  { locale, siteName }: { locale: Locale; siteName: string },
) {
  const plain = (text: string) =>
    stretches(fill(text, { siteName }), locale)
      .map((stretch) => stretch.text)
      .join('')
  return {
    '@type': 'FAQPage',
    name: title,
    inLanguage: locale,
    mainEntity: Object.values(answers).map(({ question, answer }) => ({
      '@type': 'Question' as const,
      name: question,
      acceptedAnswer: { '@type': 'Answer' as const, text: plain(answer) },
    })),
  } satisfies FAQPage
}
