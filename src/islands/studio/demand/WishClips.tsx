import { CLIP_SORTS, type Wish } from '#contract/studio/demand.ts'
import { demandTexts } from '#i18n/studio/demand-texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { ClipName } from './ClipsView.tsx'

/** The figures of the clips that fill a wish. */
export function WishClips({ clips }: { clips: Wish['clips'] }) {
  const locale = pageLocale()
  const t = demandTexts(locale)
  return (
    <div className="wish-clips">
      <h4>{t.wishes.came}</h4>
      <p className="panel-note">{t.wishes.cameLead}</p>
      <ul>
        {clips.map((clip) => (
          <li key={clip.id}>
            <ClipName clip={clip} />
            <span className="panel-note">
              {CLIP_SORTS.map((each) => `${t.clips.sort[each]} ${clip[each].toLocaleString(locale)}`).join(
                ' · ',
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
