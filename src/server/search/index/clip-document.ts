import type { Engine } from '#server/db/engine.ts'
import { type FilterValues, filterValues } from '#server/list-filters.ts'
import { filterTokens } from '#server/search/text/filter-tokens.ts'
import { TokenList } from '#server/search/text/token-list.ts'
import { inDescription, inTitle, type Token } from '#server/search/text/tokens.ts'
import { surfaceOf, type Unit } from '#server/search/text/units.ts'
import { ClipTokens, isLatinWord, isWider, textTokens } from './clip-tokens.ts'
import { likenessOf } from './likeness.ts'
import { type CountedClip, type Keyword, readClip } from './read-clip.ts'
import type { SearchedClip } from './searched-clips.ts'

/** Everything that the index keeps of a clip. */
export interface ClipDocument extends CountedClip {
  id: number
  filters: FilterValues
  /** The clip's tokens in the engine's own syntax. What is side by side in the clip is side by side here. */
  tokens: string
  /** Titles in both languages, then the tokens of their words and concepts, for scoring. */
  titleText: string
  /** Keywords, one a line, then the tokens of their words and concepts, for scoring. */
  keywordText: string
  likeness: string
}

/** Makes the index's document of a clip: the same tokens for both engines. */
export function clipDocument(clip: SearchedClip, engine: Engine): ClipDocument {
  const { titles, titleUnits, descriptions, ...counted } = readClip(clip)
  const { keywords } = counted
  const { title: titleTokens, keywords: keywordTokens, often } = tokensOf(clip, titleUnits, keywords)

  const filters = filterValues(clip)
  const tokens = new TokenList(engine)

  const filtersLeft = filterTokens(clip.id, filters)
  // Separates the texts, so that no phrase matches across two of them.
  const endText = () => tokens.add(filtersLeft.pop()!)
  for (const title of titles) {
    tokens.addText(title)
    endText()
  }
  for (const description of descriptions) {
    tokens.addText(description, inDescription)
    endText()
  }
  addKeywords(keywords, tokens)
  for (const token of filtersLeft) tokens.add(token)
  for (const token of titleTokens) {
    if (!isLatinWord(token)) tokens.add(token)
    if (!isWider(token)) tokens.add(inTitle(token))
  }
  for (const token of keywordTokens) if (!isLatinWord(token) && !titleTokens.has(token)) tokens.add(token)

  const surfaces = titleUnits.map((units) => ` ${surfaceOf(units)} \n`).join('')
  return {
    ...counted,
    id: clip.id,
    filters,
    tokens: String(tokens),
    titleText: `${surfaces} ${[...titleTokens].join(' ')} `,
    keywordText: `\n ${keywords.map(({ surface }) => surface).join(' \n ')} \n ${[...keywordTokens, ...often].join(' ')} `,
    likeness: likenessOf(clip),
  }
}

function tokensOf(
  clip: SearchedClip,
  [english, japanese]: readonly Unit[][],
  keywords: readonly Keyword[],
): ClipTokens {
  const hasEnglish = clip.keywords !== '[]' || clip.title !== ''
  const hasJapanese = clip.keywords_ja !== '[]' || clip.title_ja !== ''
  const found = new ClipTokens({ isBilingual: hasEnglish && hasJapanese })
  found.add(textTokens(english!), 'en', found.title)
  found.add(textTokens(japanese!), 'ja', found.title)
  for (const { tokens, locale } of keywords) found.add(tokens, locale, found.keywords)
  found.addHomographs()
  return found
}

/** Words first; then each whole keyword as one token, in the locale that related clips are found by. */
function addKeywords(keywords: readonly Keyword[], tokens: TokenList): void {
  const compared = keywords[0]?.locale
  const whole = new Set<Token>()
  for (const { segments, token, locale } of keywords) {
    tokens.addNewText(segments)
    if (locale !== compared || whole.has(token)) continue
    whole.add(token)
    tokens.add(token)
  }
}
