import type { ClipSort, SearchList, WishStatus } from '#contract/studio/demand.ts'
import type { Period } from '#domain/studio/periods.ts'
import type { Locale } from '../strings.ts'
import { demandJa } from './demand-ja.ts'

export const DEMAND_VIEWS = ['searches', 'stock', 'wishes', 'clips', 'creators'] as const
export type DemandView = (typeof DEMAND_VIEWS)[number]

const demandEn = {
  views: 'Views of demand',
  view: {
    searches: 'Searches',
    stock: 'Demand against stock',
    wishes: 'Wish list',
    clips: 'What becomes of clips',
    creators: 'Downloads by creator',
  } satisfies Record<DemandView, string> as Record<DemandView, string>,
  period: 'Period',
  days: (days: Period) => `${days} days`,
  languages: 'Language of the pages',
  language: { all: 'Both', en: 'English', ja: 'Japanese' },
  csv: 'Save as CSV',
  actions: 'Actions',
  lists: 'Lists',
  list: {
    most: 'Most searched',
    little: 'Found little',
    unclicked: 'Nothing opened',
  } satisfies Record<SearchList, string> as Record<SearchList, string>,
  listLead: {
    most: 'What visitors search for, by the number of visitors.',
    little: 'Searches whose visitors were shown fewer than five clips.',
    unclicked: 'Searches that found clips, and nobody opened one.',
  } satisfies Record<SearchList, string> as Record<SearchList, string>,
  noSearches: 'Nothing here yet',
  noSearchesLead:
    'A search appears a minute after three different visitors have made it. Who they are is not kept, and browsers that ask not to be tracked are not counted.',
  text: 'Search',
  visitors: 'Visitors',
  visitorsHint: 'Each counts once a day.',
  little: 'Shown fewer than 5',
  clicked: 'Opened a clip',
  stock: 'Fitting clips',
  stockAtLeast: (clips: string) => `${clips} or more`,
  uncounted: 'not counted yet',
  open: (text: string) => `See “${text}” as visitors do`,
  wish: 'Put on the wish list',
  wished: (text: string) => `“${text}” is on the wish list.`,
  wishFailed: 'The wish list could not be changed.',
  scatter: {
    lead: 'Each point is a search: the further up, the more visitors; the further left, the fewer clips that fit. What is worth filming stands at the top left.',
    up: 'Visitors',
    across: 'Fitting clips',
    point: (text: string, visitors: string, clips: string) => `${text}: ${visitors} visitors, ${clips} clips`,
    table: 'Most wanted first',
    tableLead: 'Visitors for each clip that fits.',
    none: 'Nothing to compare yet',
    noneLead: 'The chart appears when searches have been kept and the clips that fit them counted.',
  },
  wishes: {
    lead: 'What is to be filmed because people ask for it, and what came of it.',
    add: 'What should be filmed?',
    addHint: 'As visitors would search for it.',
    addButton: 'Add',
    none: 'Nothing is wished for yet',
    noneLead: 'Put a search on the list from “Searches”, or write one above.',
    status: 'State',
    statuses: {
      wanted: 'Wanted',
      filming: 'Being filmed',
      filled: 'Filled',
    } satisfies Record<WishStatus, string> as Record<WishStatus, string>,
    note: 'Note',
    clips: 'Numbers of the clips that fill it',
    clipsHint: 'The number is at the end of a clip’s address. Separate several with commas.',
    clipsWrong: 'Please write numbers of clips that exist, with commas between them.',
    save: 'Save',
    saved: 'Saved.',
    remove: 'Remove',
    reallyRemove: 'Really remove?',
    removed: (text: string) => `“${text}” is off the wish list.`,
    searched: (visitors: string) => `${visitors} visitors in 90 days`,
    came: 'What came of it',
    cameLead: 'Of each clip in the last 400 days.',
    more: 'Only the 200 changed last are shown.',
  },
  clips: {
    lead: 'From a view to a download, for each clip to which something happened. Counted every hour.',
    clip: 'Clip',
    sort: {
      views: 'Views',
      previews: 'Previews',
      likes: 'Likes',
      downloads: 'Downloads',
    } satisfies Record<ClipSort, string> as Record<ClipSort, string>,
    sorted: (name: string) => `Sorted by ${name}`,
    rate: 'Downloads per 100 views',
    hidden: 'not public',
    none: 'Nothing has happened yet',
    noneLead: 'Clips appear here once they are viewed, previewed, liked or downloaded.',
  },
  creators: {
    lead: 'Downloads of each month by the clips’ creator, which a royalty pool is split by. Months are those of UTC; clips that are gone count too.',
    from: 'From',
    to: 'To',
    month: 'Month',
    name: 'Creator',
    unknown: 'Nobody named',
    downloads: 'Downloads',
    share: 'Share of the month',
    clips: 'Clips',
    none: 'No downloads in these months',
    noneLead: 'Each download appears here within an hour.',
    more: 'More lines are in the file.',
  },
}
export type DemandTexts = typeof demandEn

export function demandTexts(locale: Locale): DemandTexts {
  return locale === 'ja' ? demandJa : demandEn
}
