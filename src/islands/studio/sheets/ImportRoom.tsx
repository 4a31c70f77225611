import { useCallback, useRef, useState } from 'react'
import { ApiError } from '#contract/request.ts'
import type { BulkOperation } from '#contract/studio/clips/library.ts'
import { importSheet, previewImport } from '#contract/studio/clips/library-calls.ts'
import { type ImportPlan, MOST_SHEET_BYTES, type SheetFile } from '#contract/studio/clips/sheets.ts'
import { sheetsTexts } from '#i18n/studio/sheets/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { keepTabList, readTabList } from '#stores/uploads/tab-list.ts'
import { Button } from '../../auth/buttons.tsx'
import { BulkProgress } from '../library/BulkProgress.tsx'
import { studioRoom } from '../studio-room.tsx'
import { ImportPlanView, LeftOut, type LeftOutOfSheet } from './ImportPlanView.tsx'

/** Changes clips by a sheet, after a preview. */
export const ImportRoom = studioRoom('edit', Room)

type Problem = 'tooLarge' | 'busy' | 'outdated' | 'failed'

const PROBLEMS: Record<string, Problem> = {
  FILE_TOO_LARGE: 'tooLarge',
  BUSY: 'busy',
  PREVIEW_OUTDATED: 'outdated',
}

function problemOf(error: unknown): Problem {
  console.warn('A sheet could not be imported', error)
  return (error instanceof ApiError && PROBLEMS[error.answer.status]) || 'failed'
}

const nothing = () => {}

/** What the last import of this tab left out, until its result is closed. */
const LEFT_OUT = 'studio-import-left-out'

function Room() {
  const t = sheetsTexts(pageLocale())
  const input = useRef<HTMLInputElement>(null)
  const [reading, setReading] = useState(false)
  const [preview, setPreview] = useState<{ sheet: SheetFile; plan: ImportPlan }>()
  const [problem, setProblem] = useState<Problem>()
  const [operation, setOperation] = useState<BulkOperation>()
  const [[leftOut], setLeftOut] = useState(() => readTabList<LeftOutOfSheet>(LEFT_OUT))

  const keepLeftOut = useCallback((list: LeftOutOfSheet[]) => {
    setLeftOut(list)
    keepTabList(LEFT_OUT, list)
  }, [])
  const follow = useCallback(
    (operation: BulkOperation | undefined) => {
      setOperation(operation)
      if (!operation) keepLeftOut([])
    },
    [keepLeftOut],
  )

  const look = async (sheet: SheetFile) => setPreview({ sheet, plan: await requestAs(previewImport, sheet) })

  async function choose(file: File) {
    if (file.size > MOST_SHEET_BYTES) return setProblem('tooLarge')
    setProblem(undefined)
    setReading(true)
    try {
      await look({ name: file.name, bytes: await base64Of(file) })
    } catch (error) {
      setProblem(problemOf(error))
    }
    setReading(false)
  }

  async function apply({ sheet, plan }: NonNullable<typeof preview>) {
    setProblem(undefined)
    try {
      setOperation(await requestAs(importSheet, { ...sheet, digest: plan.digest }))
      setPreview(undefined)
      const { unknown, export_only, problems, wrong } = plan
      keepLeftOut([{ unknown, export_only, problems, wrong }])
    } catch (error) {
      const problem = problemOf(error)
      setProblem(problem)
      if (problem === 'outdated') await look(sheet).catch((again: unknown) => setProblem(problemOf(again)))
    }
  }

  return (
    <div className="stack-6">
      {!preview && (
        <section className="panel">
          <p>{t.lead}</p>
          <p className="panel-note">{t.rules}</p>
          <div className="panel-actions">
            <Button aria-disabled={reading} onClick={() => input.current?.click()}>
              {reading ? t.reading : t.choose}
            </Button>
            <a href={localizedLink('/studio/library')}>{t.library}</a>
          </div>
          <input
            ref={input}
            type="file"
            hidden
            accept=".csv,.tsv,.txt,text/csv"
            aria-label={t.choose}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) void choose(file)
              target.value = ''
            }}
          />
        </section>
      )}
      <p className="form-problem" role="alert">
        {problem && t[problem]}
      </p>
      {preview && (
        <ImportPlanView
          plan={preview.plan}
          onApply={() => apply(preview)}
          onOther={() => setPreview(undefined)}
        />
      )}
      <BulkProgress operation={operation} onOperation={follow} onEnded={nothing} />
      {!preview && leftOut && <LeftOut plan={leftOut} />}
    </div>
  )
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
