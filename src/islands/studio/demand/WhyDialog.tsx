import type { Explanation } from '#contract/studio/search/synonyms.ts'
import { explainSearch } from '#contract/studio/search/synonyms-calls.ts'
import { teachTexts } from '#i18n/studio/teach/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { AccountDialog } from '../../account/AccountDialog.tsx'
import { QuietButton } from '../../auth/buttons.tsx'
import { useLoaded } from '../../loading/use-loaded.ts'
import { Pending } from '../LoadFailed.tsx'
import { ClipName } from './ClipsView.tsx'

/** How search reads a text, and why each of the first clips is there. */
export function WhyDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const t = teachTexts(pageLocale()).why
  const { setData: _, ...loaded } = useLoaded((signal) => requestAs(explainSearch, { q: text }, { signal }))
  return (
    <AccountDialog title={t.title(text)} onClose={onClose}>
      <div className="why stack-4">
        <Pending {...loaded} />
        {loaded.data && <Explained explanation={loaded.data} />}
        <div className="panel-actions">
          <QuietButton onClick={onClose}>{t.close}</QuietButton>
        </div>
      </div>
    </AccountDialog>
  )
}

function Explained({ explanation }: { explanation: Explanation }) {
  const locale = pageLocale()
  const t = teachTexts(locale).why
  const { words, excluded, instead, total, close, first } = explanation
  const list = (texts: readonly string[]) => texts.join(locale === 'ja' ? '、' : ', ')
  return (
    <>
      <section>
        <h3>{t.words}</h3>
        {instead && <p>{t.instead(instead)}</p>}
        {words.length === 0 && <p className="panel-note">{t.noWords}</p>}
        <dl>
          {words.map((word, at) => (
            <Word key={`${at} ${word.typed}`} word={word} list={list} />
          ))}
        </dl>
        {excluded.length > 0 && (
          <p>
            {t.excluded}: {list(excluded)}
          </p>
        )}
      </section>
      <section>
        <h3>{t.first(total.toLocaleString(locale))}</h3>
        {close.map(({ offset, missing }) => (
          <p className="panel-note" key={offset}>
            {t.without(offset + 1, list(missing))}
          </p>
        ))}
        <ol>
          {first.map((clip) => (
            <li key={clip.id}>
              <ClipName clip={clip} />
              <p className="panel-note">{list(reasonsOf(clip))}</p>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}

function reasonsOf({ pinned, chosen, found }: Explanation['first'][number]): string[] {
  const t = teachTexts(pageLocale()).why
  const reasons = [
    ...(pinned ? [t.pinned] : []),
    ...found.map(({ typed, how, where }) => t.found(typed, t.how[how], t.where[where])),
    ...(chosen ? [t.chosen] : []),
  ]
  return reasons.length > 0 ? reasons : [t.other]
}

interface WordProps {
  word: Explanation['words'][number]
  list: (texts: readonly string[]) => string
}

function Word({ word: { typed, information, means, wider, rules }, list }: WordProps) {
  const { why: t, says } = teachTexts(pageLocale())
  const taught = rules.map(({ kind, word, target }) => `${word} ${says[kind]} ${target}`)
  const lines = [
    [t.means, means],
    [t.wider, wider],
    [t.rules, taught],
  ] as const
  return (
    <>
      <dt>
        {typed} <small>{t.information[information]}</small>
      </dt>
      {lines.map(
        ([name, texts]) =>
          texts.length > 0 && (
            <dd key={name}>
              {name}: {list(texts)}
            </dd>
          ),
      )}
    </>
  )
}
