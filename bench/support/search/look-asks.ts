import type { Kysely } from 'kysely'
import { COLOUR_NAMES } from '#domain/look/shades.ts'
import type { Database } from '#server/db/schema.ts'
import { alikeSources, similarSources } from '#server/search/related/similar-sources.ts'
import { chance } from '../../../tests/support/catalogue/chance.ts'
import { screenshotOf } from '../../../tests/support/catalogue/clip-looks.ts'
import { clipTexts } from '../../../tests/support/catalogue/clip-texts.ts'
import type { Asked } from './search-asks.ts'

/** Colours of the menu and any other, alone and with a word. */
export function colourQueries({ count, clips }: { count: number; clips: number }): Asked[] {
  const next = chance(83)
  return Array.from({ length: count }, (_, n) => {
    const any = Math.floor(next() * 2 ** 24)
    const colour = n % 3 < 2 ? COLOUR_NAMES[n % COLOUR_NAMES.length]! : any.toString(16).padStart(6, '0')
    const { keywords } = clipTexts(1 + Math.floor(next() * clips))
    return { text: n % 2 === 0 ? '' : keywords[n % keywords.length]!, filters: { colour } }
  })
}

/** The clips that look like a clip. */
export const similar = (db: Kysely<Database>, id: number) => similarSources({ db }, { id, offset: 0 })

/** Whether a screenshot of a clip finds it first. */
export async function isFirst(db: Kysely<Database>, id: number): Promise<boolean> {
  const { sources } = await alikeSources({ db }, { look: screenshotOf(id), offset: 0 })
  return sources[0]?.id === id
}
