import { z } from 'zod'
import { ClipFields } from '#contract/studio/clip.ts'
import { UNCATEGORISED } from '#domain/clips/uncategorised.ts'
import { KEYWORDS, withKeywords } from '#domain/studio/keywords.ts'
import { onlyTexts, type ProposedTexts } from '#domain/studio/proposal.ts'
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
    description: english(lines(answer.description)),
    description_ja: japanese(lines(answer.description_ja)),
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

/** One line without control and invisible characters; empty if it has markup. */
function line(value: string, most: number): string {
  if (/<[a-z!/?]/i.test(value)) return ''
  const plain = value
    .slice(0, 5 * most)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .toWellFormed()
    .trim()
  // Not within a surrogate pair.
  return plain
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
}

function lines(value: string): string {
  const all = value.slice(0, 5 * LONGEST.description).split(/\r?\n/)
  const kept = all.map((one) => line(one, LONGEST.description))
  // One line with markup makes the others doubtful.
  if (kept.some((one, index) => one === '' && all[index]!.includes('<'))) return ''
  return kept
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .slice(0, LONGEST.description)
    .toWellFormed()
    .trim()
}

function wordsIn(list: readonly unknown[], kept: (word: string) => string): string[] {
  const texts = list.slice(0, WORDS.read).filter((word) => typeof word === 'string')
  const fit = texts.filter((word) => word.length <= KEYWORDS.longest && !/[,，、;；]/.test(word))
  return withKeywords(
    [],
    fit.map((word) => kept(line(word, KEYWORDS.longest))),
  ).slice(0, WORDS.most)
}
