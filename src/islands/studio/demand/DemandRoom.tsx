import { DEMAND_VIEWS, type DemandView } from '#domain/studio/demand/demand-views.ts'
import { demandTexts } from '#i18n/studio/demand/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { studioRoom } from '../studio-room.tsx'
import { oneOfThese, useAddress } from '../use-address.ts'
import { ClipsView } from './ClipsView.tsx'
import { CreatorsView } from './CreatorsView.tsx'
import { RulesView } from './RulesView.tsx'
import { SearchesView } from './SearchesView.tsx'
import { StockView } from './StockView.tsx'
import { WishesView } from './WishesView.tsx'

/** What people search, what the library has for it, and how clips do. */
export const DemandRoom = studioRoom('edit', Room)

const VIEWS: Record<DemandView, () => React.ReactNode> = {
  searches: SearchesView,
  rules: RulesView,
  stock: StockView,
  wishes: WishesView,
  clips: ClipsView,
  creators: CreatorsView,
}

function Room() {
  const t = demandTexts(pageLocale())
  const [params, change] = useAddress()
  const view = oneOfThese(DEMAND_VIEWS, params.get('view'), 'searches')
  const View = VIEWS[view]
  return (
    <div className="stack-4">
      <nav aria-label={t.views}>
        <ul className="row view-list">
          {DEMAND_VIEWS.map((each) => (
            <li key={each}>
              <a
                href={`?view=${each}`}
                aria-current={each === view ? 'page' : undefined}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return
                  event.preventDefault()
                  change({ view: each, list: undefined, sort: undefined })
                }}
              >
                {t.view[each]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <section className="panel figure-panel" aria-labelledby="view">
        <h2 id="view" className="visually-hidden">
          {t.view[view]}
        </h2>
        <View />
      </section>
    </div>
  )
}
