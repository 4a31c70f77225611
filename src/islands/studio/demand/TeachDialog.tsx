import { useId, useState } from 'react'
import type { RuleInput, RulePreview, ShownClip } from '#contract/studio/search/synonyms.ts'
import { addRule, previewRule } from '#contract/studio/search/synonyms-calls.ts'
import { RULE_KINDS, type RuleKind } from '#domain/studio/demand/rule-kinds.ts'
import { teachTexts } from '#i18n/studio/teach/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { QuietButton } from '../../auth/buttons.tsx'
import { Field } from '../../auth/Field.tsx'
import { Options } from '../../auth/Options.tsx'
import { ActDialog } from '../ActDialog.tsx'
import { useAction } from '../use-action.ts'
import { ClipName } from './ClipsView.tsx'
import { PinList } from './PinList.tsx'
import { ruleProblem } from './use-teaching.tsx'

export interface TeachDialogProps {
  kind: RuleKind
  word: string
  onClose: () => void
  onTaught: () => void
}

/** Teaches search a rule, after a preview if wanted. */
export function TeachDialog({ kind: first, word: given, onClose, onTaught }: TeachDialogProps) {
  const t = teachTexts(pageLocale())
  const id = useId()
  const [kind, setKind] = useState(first)
  const [word, setWord] = useState(given)
  const [target, setTarget] = useState('')
  const [clips, setClips] = useState<readonly ShownClip[]>([])
  const [until, setUntil] = useState('')
  const [preview, setPreview] = useState<RulePreview>()
  const { busy, run } = useAction((error) => ruleProblem(error, t))

  const ruleNow = (): RuleInput => ({
    ...{ kind, word, target: kind === 'pin' ? '' : target },
    clips: kind === 'pin' ? clips.map((clip) => clip.id) : [],
    until: kind === 'pin' && until ? new Date(`${until}T23:59:59.999`).toISOString() : null,
  })

  async function save() {
    try {
      const rule = await requestAs(addRule, ruleNow())
      showToast({ kind: 'success', text: t.saved(rule.word) })
      onTaught()
      return undefined
    } catch (error) {
      return ruleProblem(error, t)
    }
  }

  const field = (value: string, label: string, change: (value: string) => void, hint?: string) => (
    <Field
      name={label}
      label={label}
      problem={undefined}
      {...(hint && { hint })}
      input={{ value, maxLength: 100, autoComplete: 'off', onChange: ({ target }) => change(target.value) }}
    />
  )
  return (
    <ActDialog
      title={t.menu}
      texts={{ submit: t.save, busy: t.saving, cancel: t.cancel }}
      act={save}
      onClose={onClose}
    >
      {() => (
        <>
          <div className="field">
            <label htmlFor={id}>{t.kind}</label>
            <select
              id={id}
              className="studio-input"
              value={kind}
              onChange={({ target }) => setKind(target.value as RuleKind)}
            >
              <Options of={RULE_KINDS.map((each) => [each, t.act[each]])} />
            </select>
          </div>
          {field(word, t.word, setWord, t.wordHint)}
          {kind !== 'pin' && field(target, t.target[kind], setTarget)}
          {kind === 'pin' && (
            <>
              <PinList clips={clips} onChange={setClips} />
              <div className="field">
                <label htmlFor={`${id}-until`}>{t.pinUntil}</label>
                <input
                  id={`${id}-until`}
                  type="date"
                  className="studio-input"
                  value={until}
                  onChange={({ target }) => setUntil(target.value)}
                />
              </div>
            </>
          )}
          <div className="teach-preview">
            <QuietButton
              aria-disabled={busy}
              onClick={() => run(async () => setPreview(await requestAs(previewRule, ruleNow())))}
            >
              {busy ? t.previewing : t.preview}
            </QuietButton>
            <div role="status" className="teach-sides">
              {preview && (
                <>
                  <FirstClips {...preview.before} title={t.before} />
                  <FirstClips {...preview.after} title={t.after} />
                </>
              )}
            </div>
          </div>
        </>
      )}
    </ActDialog>
  )
}

function FirstClips({ clips, total, title }: RulePreview['before'] & { title: (clips: string) => string }) {
  const locale = pageLocale()
  return (
    <section>
      <h3>{title(total.toLocaleString(locale))}</h3>
      {clips.length === 0 && <p className="panel-note">{teachTexts(locale).nothing}</p>}
      <ol>
        {clips.map((clip) => (
          <li key={clip.id}>
            <ClipName clip={clip} />
          </li>
        ))}
      </ol>
    </section>
  )
}
