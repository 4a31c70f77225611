import { useId, useState } from 'react'
import type { CategoryLine } from '#contract/studio/clips/categories.ts'
import { deleteCategory, moveCategory } from '#contract/studio/clips/categories-calls.ts'
import { categoriesTexts } from '#i18n/studio/categories/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { Field } from '../../auth/Field.tsx'
import { Options } from '../../auth/Options.tsx'
import { ActDialog } from '../ActDialog.tsx'
import { nameOf, refusalText } from './use-categories.ts'

export type CategoryAct = 'merge' | 'changeKey' | 'delete'

export interface CategoryDialogProps {
  kind: CategoryAct
  line: CategoryLine
  /** Possible targets for the clips. */
  others: readonly CategoryLine[]
  onClose: () => void
  onDone: () => void
}

/** Asks for a target category, a new key, or confirmation of the deletion. */
export function CategoryDialog({ kind, line, others, onClose, onDone }: CategoryDialogProps) {
  const t = categoriesTexts(pageLocale())
  const id = useId()
  const clips = line.published + line.drafts + line.hidden
  // A category in use is deleted once its clips are elsewhere.
  const isMoved = kind === 'merge' || (kind === 'delete' && clips > 0)
  const [to, setTo] = useState(isMoved ? (others[0]?.key ?? '') : '')
  const name = nameOf(line)
  const texts = {
    merge: { title: t.mergeTitle(name), lead: t.mergeLead, confirm: t.mergeConfirm, done: t.mergeStarted },
    changeKey: { title: t.keyTitle(name), lead: t.keyLead, confirm: t.keyConfirm, done: t.saved },
    delete: isMoved
      ? {
          title: t.deleteTitle(name),
          lead: t.deleteUsedLead(clips),
          confirm: t.deleteUsedConfirm,
          done: t.mergeStarted,
        }
      : { title: t.deleteTitle(name), lead: t.deleteLead, confirm: t.deleteConfirm, done: t.deleted },
  }[kind]

  async function run() {
    try {
      if (kind === 'delete' && !isMoved) await requestAs(deleteCategory, { key: line.key })
      else await requestAs(moveCategory, { key: line.key, to: to.trim(), new: kind === 'changeKey' })
      showToast({ kind: 'success', text: texts.done })
      onDone()
      return undefined
    } catch (error) {
      return refusalText(error, t)
    }
  }

  return (
    <ActDialog
      title={texts.title}
      texts={{ submit: texts.confirm, busy: t.saving, cancel: t.cancel }}
      act={run}
      onClose={onClose}
    >
      {(problem) => (
        <>
          <p>{texts.lead}</p>
          {isMoved && (
            <div className="field">
              <label htmlFor={id}>{t.mergeInto}</label>
              <select id={id} value={to} onChange={(event) => setTo(event.target.value)}>
                <Options of={others.map(({ key, label, label_ja }) => [key, nameOf({ label, label_ja })])} />
              </select>
            </div>
          )}
          {kind === 'changeKey' && (
            <Field
              name="key"
              label={t.key}
              hint={t.keyHint}
              problem={undefined}
              input={{
                value: to,
                maxLength: 60,
                autoComplete: 'off',
                spellCheck: false,
                'aria-invalid': problem !== '',
                onChange: (event) => setTo(event.target.value),
              }}
            />
          )}
        </>
      )}
    </ActDialog>
  )
}
