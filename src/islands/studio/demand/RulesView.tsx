import { useRef, useState } from 'react'
import { type ImportedRules, MOST_RULE_BYTES, type Rule } from '#contract/studio/search/synonyms.ts'
import { importRules, listRules, removeRule, rulesFile } from '#contract/studio/search/synonyms-calls.ts'
import { dateText } from '#domain/dates/date-text.ts'
import { demandTexts } from '#i18n/studio/demand/texts.ts'
import { teachTexts } from '#i18n/studio/teach/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { saveBlob } from '#stores/download/save-file.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { Button, QuietButton } from '../../auth/buttons.tsx'
import { usePages } from '../../loading/use-pages.ts'
import { RowAct } from '../FigureTable.tsx'
import { PagedTable } from '../PagedTable.tsx'
import { useAction } from '../use-action.ts'
import { ClipName } from './ClipsView.tsx'
import { ruleProblem, TeachDialog, WhyButton } from './use-teaching.tsx'

/** What search is taught, with undo, and as a file. */
export function RulesView() {
  const locale = pageLocale()
  const t = teachTexts(locale)
  const [q, setQ] = useState('')
  const [version, setVersion] = useState(0)
  const [adding, setAdding] = useState(false)
  const { run } = useAction((error) => ruleProblem(error, t))
  const changed = () => setVersion((last) => last + 1)
  const pages = usePages<Rule, number>(async (after) => {
    const { rules, next } = await requestAs(listRules, { q, after })
    return { lines: rules, next }
  }, `${q} ${version}`)

  const undo = (rule: Rule) =>
    run(async () => {
      await requestAs(removeRule, { id: rule.id })
      changed()
      showToast({ kind: 'success', text: t.undone(rule.word) })
    })

  return (
    <>
      <p className="panel-note">{t.lead}</p>
      <div className="figure-tools">
        <Button onClick={() => setAdding(true)}>{t.add}</Button>
        <label className="studio-field">
          {t.filter}
          <input value={q} maxLength={100} onChange={({ target }) => setQ(target.value)} />
        </label>
        <QuietButton
          onClick={() => run(async () => saveBlob(await requestAs(rulesFile, undefined), 'synonyms.yaml'))}
        >
          {t.export}
        </QuietButton>
        <ImportButton onImported={changed} />
      </div>
      <PagedTable
        pages={pages}
        label={t.rules}
        empty={{ title: t.none, lead: t.noneLead }}
        head={[t.rule, t.made, demandTexts(locale).actions]}
        row={(rule) => <Row key={rule.id} rule={rule} onUndo={() => void undo(rule)} />}
      />
      {adding && (
        <TeachDialog
          kind="same"
          word=""
          onClose={() => setAdding(false)}
          onTaught={() => {
            setAdding(false)
            changed()
          }}
        />
      )}
    </>
  )
}

function Row({ rule, onUndo }: { rule: Rule; onUndo: () => void }) {
  const locale = pageLocale()
  const t = teachTexts(locale)
  const { kind, word, target, clips, until, conflicts } = rule
  return (
    <tr>
      <th scope="row">
        {word} <span className="rule-says">{t.says[kind]}</span> {target}
        {clips.length > 0 && (
          <ol className="rule-clips">
            {clips.map((clip) => (
              <li key={clip.id}>
                <ClipName clip={clip} />
              </li>
            ))}
          </ol>
        )}
        {until && <small className="rule-note">{t.until(dateText(locale, until))}</small>}
        {conflicts.map(({ kind: conflict, rule: other }) => (
          <small key={`${conflict} ${other?.id}`} className="rule-note is-conflict">
            {t.conflict[conflict]}
            {other && ` (${other.word} ${t.says[other.kind]} ${other.target})`}
          </small>
        ))}
      </th>
      <td data-label={t.made}>{t.by(rule.by ?? t.somebody, dateText(locale, rule.created))}</td>
      <td data-label={demandTexts(locale).actions}>
        <span className="line-acts">
          <WhyButton text={word} />
          <RowAct label={t.undo} of={`${word} ${t.says[kind]} ${target}`} act={onUndo} />
        </span>
      </td>
    </tr>
  )
}

function ImportButton({ onImported }: { onImported: () => void }) {
  const t = teachTexts(pageLocale())
  const input = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState<ImportedRules | string>()
  async function read(file: File) {
    if (file.size > MOST_RULE_BYTES) return setSaid(t.problems.BODY_TOO_LARGE)
    try {
      setSaid(await requestAs(importRules, { yaml: await file.text() }))
      onImported()
    } catch (error) {
      setSaid(ruleProblem(error, t))
    }
  }
  return (
    <div className="rule-import">
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        accept=".yaml,.yml"
        aria-label={t.import}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void read(file)
        }}
      />
      <QuietButton onClick={() => input.current?.click()}>{t.import}</QuietButton>
      <div role="status">{said !== undefined && <Imported said={said} />}</div>
    </div>
  )
}

function Imported({ said }: { said: ImportedRules | string }) {
  const t = teachTexts(pageLocale())
  if (typeof said === 'string') return <p className="form-problem">{said}</p>
  const textOf = (why: string) => {
    const code = Object.keys(t.problems).find((each) => why.includes(each))
    return code ? t.problems[code] : why
  }
  return (
    <>
      <p className="panel-note">{t.imported(said.added, said.known, said.refused)}</p>
      <ul className="panel-note">
        {said.problems.map(({ at, word, why }, place) => (
          <li key={`${at} ${place}`}>
            {t.refused(at, word)}: {textOf(why)}
          </li>
        ))}
      </ul>
    </>
  )
}
