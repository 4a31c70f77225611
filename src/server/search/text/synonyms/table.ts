import animals from './nature/animals.json' with { type: 'json' }
import moreAnimals from './nature/more-animals.json' with { type: 'json' }
import moreNature from './nature/more-nature.json' with { type: 'json' }
import morePlantsAndProduce from './nature/more-plants-and-produce.json' with { type: 'json' }
import nature from './nature/nature.json' with { type: 'json' }
import plants from './nature/plants.json' with { type: 'json' }
import seasons from './nature/seasons.json' with { type: 'json' }
import activities from './people/activities.json' with { type: 'json' }
import acts from './people/acts.json' with { type: 'json' }
import describing from './people/describing.json' with { type: 'json' }
import doing from './people/doing.json' with { type: 'json' }
import moods from './people/moods.json' with { type: 'json' }
import moreFeelings from './people/more-feelings.json' with { type: 'json' }
import morePeople from './people/more-people.json' with { type: 'json' }
import people from './people/people.json' with { type: 'json' }
import city from './places/city.json' with { type: 'json' }
import east from './places/east.json' with { type: 'json' }
import morePlaces from './places/more-places.json' with { type: 'json' }
import regions from './places/regions.json' with { type: 'json' }
import tokyo from './places/tokyo.json' with { type: 'json' }
import west from './places/west.json' with { type: 'json' }
import world from './places/world.json' with { type: 'json' }
import events from './things/events.json' with { type: 'json' }
import film from './things/film.json' with { type: 'json' }
import food from './things/food.json' with { type: 'json' }
import kinds from './things/kinds.json' with { type: 'json' }
import moreFoodAndDrink from './things/more-food-and-drink.json' with { type: 'json' }
import morePlay from './things/more-play.json' with { type: 'json' }
import moreThings from './things/more-things.json' with { type: 'json' }
import moreWork from './things/more-work.json' with { type: 'json' }
import purposes from './things/purposes.json' with { type: 'json' }
import things from './things/things.json' with { type: 'json' }
import tradition from './things/tradition.json' with { type: 'json' }
import transport from './things/transport.json' with { type: 'json' }
import work from './things/work.json' with { type: 'json' }

/** All spellings of one thing, and its relations to other things by their first spelling. Any list may be left out. */
export interface SynonymGroup {
  en?: string[]
  ja?: string[]
  kana?: string[]
  romaji?: string[]
  sign?: string[]
  /** Wider things: a search for flower also finds sakura, after the flowers, but not the other way round. */
  kindOf?: string[]
  /** Things that show a mood or serve a purpose: they are found as if each were a kind of it. */
  shownBy?: string[]
  /** Offered instead when nothing is found. It never brings results. */
  seeAlso?: string[]
}

/**
 * The table as it is edited, by subject. A spelling with several meanings stays out, or goes where buyers of footage
 * mean it: without the table it still finds itself. A search for a wider thing shows every kind of it.
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
  ...doing,
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
  ...kinds,
  ...moods,
  ...purposes,
]

/** All spellings of a group, as in the table. */
export function writingsOf({ en = [], ja = [], kana = [], romaji = [], sign = [] }: SynonymGroup): string[] {
  return [...en, ...ja, ...kana, ...romaji, ...sign]
}
