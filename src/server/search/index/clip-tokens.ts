import { conceptsIn, isHomograph, partsOf } from '#server/search/text/concepts.ts'
import type { Concept } from '#server/search/text/synonyms.ts'
import {
  anyLanguageToken,
  inLanguage,
  oftenToken,
  type TextLanguage,
  type Token,
} from '#server/search/text/tokens.ts'
import type { Unit } from '#server/search/text/units.ts'

/** The tokens that find a title or a keyword. */
export interface TextTokens {
  /** Tokens of its words and concepts, and of wider things. */
  tokens: readonly Token[]
  /** Possible meanings of its homographs. */
  unsure: readonly Concept[]
}

export function textTokens(units: readonly Unit[], whole?: Token): TextTokens {
  const tokens = new Set<Token>(whole === undefined ? [] : [whole])
  const unsure: Concept[] = []
  for (const { token } of units) if (token !== undefined) tokens.add(token)
  for (const found of conceptsIn(units)) {
    if (found.to - found.from === 1 && isHomograph(units[found.from]!.text)) {
      unsure.push(found.concept)
      continue
    }
    for (const token of tokensOf(found.concept)) tokens.add(token)
    for (const { widerToken } of partsOf(found, units)) tokens.add(widerToken)
  }
  return { tokens: [...tokens], unsure }
}

function tokensOf({ token, wider }: Concept): Token[] {
  return [token, ...wider.map(({ widerToken }) => widerToken)]
}

type Locale = 'en' | 'ja'

const LANGUAGES = { en: 'e', ja: 'j' } as const

/**
 * A clip's tokens. If it has texts in both languages, each language counts for its own concepts: お辞儀 is no dolphin at
 * the bow of a ship. Texts in one language count for both.
 */
export class ClipTokens {
  readonly title = new Set<Token>()
  readonly keywords = new Set<Token>()
  readonly #isBilingual: boolean
  readonly #kinds = new Map<Token, number>()
  readonly #unsure: { concept: Concept; locale: Locale; to: Set<Token> }[] = []

  constructor({ isBilingual }: { isBilingual: boolean }) {
    this.#isBilingual = isBilingual
  }

  add({ tokens, unsure }: TextTokens, locale: Locale, to: Set<Token>): void {
    this.#addTokens(tokens, locale, to)
    for (const concept of unsure) this.#unsure.push({ concept, locale, to })
  }

  /** Adds a homograph's meaning if the texts in the other language have it too, or if there are none. */
  addHomographs(): void {
    for (const { concept, locale, to } of this.#unsure)
      if (!this.#isBilingual || this.#hasConcept(concept, locale === 'en' ? 'j' : 'e'))
        this.#addTokens(tokensOf(concept), locale, to)
  }

  /** Wider things of several of its texts. */
  get often(): Token[] {
    return [...this.#kinds].flatMap(([token, texts]) => (texts < OFTEN ? [] : oftenToken(token)))
  }

  #addTokens(tokens: readonly Token[], locale: Locale, to: Set<Token>): void {
    const languages: readonly TextLanguage[] = this.#isBilingual ? [LANGUAGES[locale]] : ['e', 'j']
    for (const token of tokens)
      for (const language of languages) {
        const added = inLanguage(token, language)
        to.add(added)
        if (isWider(token)) this.#kinds.set(added, (this.#kinds.get(added) ?? 0) + 1)
      }
  }

  #hasConcept({ token, widerToken }: Concept, language: TextLanguage): boolean {
    return [token, widerToken]
      .map((one) => inLanguage(one, language))
      .some((one) => this.title.has(one) || this.keywords.has(one))
  }
}

/** Titles and keywords with kinds of the same thing. */
const OFTEN = 3

/** Titles are not searched for kinds of things. */
export function isWider(token: Token): boolean {
  return token.startsWith('n')
}

/** What the concepts and wider things are found by in a search of both languages. */
export function anyLanguageTokens(tokens: Iterable<Token>): Set<Token> {
  return new Set([...tokens].filter((token) => /^[cn]/.test(token)).map(anyLanguageToken))
}

/** Whether the text itself has it as a token. */
export function isLatinWord(token: Token): boolean {
  return token.startsWith('w') || token.startsWith('x')
}
