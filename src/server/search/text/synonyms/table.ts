import activities from './activities.json' with { type: 'json' }
import acts from './acts.json' with { type: 'json' }
import animals from './animals.json' with { type: 'json' }
import city from './city.json' with { type: 'json' }
import describing from './describing.json' with { type: 'json' }
import east from './east.json' with { type: 'json' }
import events from './events.json' with { type: 'json' }
import film from './film.json' with { type: 'json' }
import food from './food.json' with { type: 'json' }
import moreAnimals from './more-animals.json' with { type: 'json' }
import moreFeelings from './more-feelings.json' with { type: 'json' }
import moreFoodAndDrink from './more-food-and-drink.json' with { type: 'json' }
import moreNature from './more-nature.json' with { type: 'json' }
import morePeople from './more-people.json' with { type: 'json' }
import morePlaces from './more-places.json' with { type: 'json' }
import morePlantsAndProduce from './more-plants-and-produce.json' with { type: 'json' }
import morePlay from './more-play.json' with { type: 'json' }
import moreThings from './more-things.json' with { type: 'json' }
import moreWork from './more-work.json' with { type: 'json' }
import nature from './nature.json' with { type: 'json' }
import people from './people.json' with { type: 'json' }
import plants from './plants.json' with { type: 'json' }
import regions from './regions.json' with { type: 'json' }
import seasons from './seasons.json' with { type: 'json' }
import things from './things.json' with { type: 'json' }
import tokyo from './tokyo.json' with { type: 'json' }
import tradition from './tradition.json' with { type: 'json' }
import transport from './transport.json' with { type: 'json' }
import west from './west.json' with { type: 'json' }
import work from './work.json' with { type: 'json' }
import world from './world.json' with { type: 'json' }

/** All writings of one thing, and its relations to other things by their first writing. Any list may be left out. */
export interface SynonymGroup {
  en?: string[]
  ja?: string[]
  kana?: string[]
  romaji?: string[]
  sign?: string[]
  /** Wider things: who searches for flower also finds the sakura, after the flowers, but not the other way round. */
  kindOf?: string[]
  /** What may be offered instead when nothing is found. It never brings results. */
  seeAlso?: string[]
}

/**
 * The table as it is edited, by subject. A writing of several meanings stays out, or goes where buyers of footage mean it:
 * without the table it still finds itself. Whoever searches for a wider thing must be content with every kind of it.
 */
export const SYNONYMS: readonly SynonymGroup[] = [
  ...regions,
  ...tokyo,
  ...east,
  ...west,
  ...tradition,
  ...events,
  ...seasons,
  ...nature,
  ...plants,
  ...animals,
  ...food,
  ...people,
  ...activities,
  ...city,
  ...transport,
  ...work,
  ...film,
  ...things,
  ...acts,
  ...describing,
  ...moreFeelings,
  ...morePeople,
  ...morePlaces,
  ...morePlay,
  ...moreThings,
  ...moreWork,
  ...moreAnimals,
  ...morePlantsAndProduce,
  ...moreFoodAndDrink,
  ...moreNature,
  ...world,
]

/** All writings of a group, as in the table. */
export function writingsOf({ en = [], ja = [], kana = [], romaji = [], sign = [] }: SynonymGroup): string[] {
  return [...en, ...ja, ...kana, ...romaji, ...sign]
}
