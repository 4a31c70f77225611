import { z } from 'zod'
import { ClipFields } from '#contract/studio/clips/clip.ts'
import { UNCATEGORISED } from '#domain/clips/uncategorised.ts'
import { KEYWORDS, withKeywords } from '#domain/studio/clip/keywords.ts'
import { onlyTexts, type ProposedTexts } from '#domain/studio/clip/proposal.ts'
import { hasJapanese } from '#server/search/text/scripts.ts'
import { jsonOf, ModelFailed } from './text-model.ts'

/** Characters that a proposal keeps of each text. */
const LONGEST = { title: 200, description: 2000 }
/** Keywords that are looked at, and proposed, in one language. */
const WORDS = { read: 500, most: 40 }

const text = z.string().catch('')
const words = z.array(z.unknown()).catch([])
const Answer = z.object({
  ...{ title: text, title_ja: text, description: text, description_ja: text },
  ...{ keywords: words, keywords_ja: words, category: text },
})

/**
 * The usable part of what a model wrote: nothing in it is trusted. Fields that are wrong in themselves are left out.
 * @param categories the keys that exist @throws ModelFailed without any
 */
export function cleanTexts(content: string, categories: readonly string[]): Partial<ProposedTexts> {
  const answer = Answer.safeParse(jsonOf(content)).data
  if (!answer) throw new ModelFailed('badAnswer', 'it is no JSON of texts')
  const { category } = answer
  const texts: ProposedTexts = {
    title: english(line(answer.title, LONGEST.title)),
    title_ja: japanese(line(answer.title_ja, LONGEST.title)),
    description: english(plain(answer.description, LONGEST.description)),
    description_ja: japanese(plain(answer.description_ja, LONGEST.description)),
    keywords: wordsIn(answer.keywords, english),
    keywords_ja: wordsIn(answer.keywords_ja, (word) => (isCode(word) ? word : japanese(word))),
    category: categories.includes(category) && category !== UNCATEGORISED ? category : '',
  }
  const fits = onlyTexts(
    texts,
    (field) => texts[field].length > 0 && ClipFields.shape[field].safeParse(texts[field]).success,
  )
  if (Object.keys(fits).length === 0) throw new ModelFailed('badAnswer', 'nothing in it can be used')
  return fits
}

const english = (value: string) => (hasJapanese(value) ? '' : value)
const japanese = (value: string) => (hasJapanese(value) ? value : '')
/** Such as `4K` or `AI`, which are the same in both languages. */
const isCode = (word: string) => /^[A-Z\d]{1,6}$/.test(word)

const line = (value: string, most: number) => plain(value.replace(/\s+/g, ' '), most)

/** Without control and invisible characters, cut between two characters; empty if it has markup. */
function plain(value: string, most: number): string {
  if (/<[a-z!/?]/i.test(value)) return ''
  const lines = value.slice(0, 5 * most).split(/\r?\n/)
  const cleaned = lines.map((one) => one.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()).join('\n')
  const cut = cleaned
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, most)
  return cut
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed()
    .trim()
}

function wordsIn(list: readonly unknown[], kept: (word: string) => string): string[] {
  const texts = list.slice(0, WORDS.read).filter((word) => typeof word === 'string')
  const fit = texts.filter((word) => word.length <= KEYWORDS.longest && !/[,，、;；]/.test(word))
  const cleaned = fit.map((word) => kept(line(word, KEYWORDS.longest)))
  return withKeywords([], cleaned).slice(0, WORDS.most)
}
