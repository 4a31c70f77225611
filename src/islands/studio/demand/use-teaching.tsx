import { useId, useState } from 'react'
import { ApiError } from '#contract/request.ts'
import { RULE_KINDS, type RuleKind } from '#domain/studio/demand/rule-kinds.ts'
import type { TeachTexts } from '#i18n/studio/teach/en.ts'
import { teachTexts } from '#i18n/studio/teach/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { lateDialog } from '../../account/late-dialog.tsx'
import { LinkButton } from '../../auth/buttons.tsx'
import { loadStyles } from '../../auth/load-styles.ts'
import dialogStyles from '../../auth/sign-in.css?url'
import { RowAct } from '../FigureTable.tsx'

export const TeachDialog = lateDialog(async () => {
  const [module] = await Promise.all([import('./TeachDialog.tsx'), loadStyles(dialogStyles)])
  return module.TeachDialog
})

const WhyDialog = lateDialog(async () => {
  const [module] = await Promise.all([import('./WhyDialog.tsx'), loadStyles(dialogStyles)])
  return module.WhyDialog
})

/** Explains a search. */
export function WhyButton({ text }: { text: string }) {
  const t = teachTexts(pageLocale())
  const [open, setOpen] = useState(false)
  return (
    <>
      <RowAct label={t.why.button} of={text} act={() => setOpen(true)} />
      {open && <WhyDialog text={text} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Text for a refused rule, by its code. */
export function ruleProblem(error: unknown, t: TeachTexts): string {
  console.warn('A rule was refused', error)
  if (!(error instanceof ApiError)) return t.failed
  const { status, message } = error.answer
  const code = Object.keys(t.problems).find((each) => status === each || message.includes(each))
  return (code && t.problems[code]) || t.failed
}

interface TeachMenuProps {
  text: string
  /** Absent if it is on the wish list. */
  onWish?: (() => void) | undefined
  onTaught: () => void
}

/** What can be done about a searched text. */
export function TeachMenu({ text, onWish, onTaught }: TeachMenuProps) {
  const t = teachTexts(pageLocale())
  const menu = useId()
  const [act, setAct] = useState<RuleKind>()
  const closes = { popoverTarget: menu, popoverTargetAction: 'hide' } as const
  return (
    <>
      <LinkButton popoverTarget={menu}>
        {t.menu}
        <span className="visually-hidden">: {text}</span>
      </LinkButton>
      <div id={menu} className="menu-panel popover floating" popover="auto">
        {RULE_KINDS.map((kind) => (
          <button key={kind} type="button" {...closes} onClick={() => setAct(kind)}>
            {t.act[kind]}
          </button>
        ))}
        {onWish && (
          <button type="button" {...closes} onClick={onWish}>
            {t.need}
          </button>
        )}
      </div>
      {act && (
        <TeachDialog
          kind={act}
          word={text}
          onClose={() => setAct(undefined)}
          onTaught={() => {
            setAct(undefined)
            onTaught()
          }}
        />
      )}
    </>
  )
}
