import { useEffect, useState } from 'react'
import { ApiError } from '#contract/request.ts'
import type { BulkOperation } from '#contract/studio/library.ts'
import { bulkOperation, importSheet, previewImport, undoBulk } from '#contract/studio/library-calls.ts'
import { type ImportPlan, MOST_SHEET_BYTES, type SheetFile } from '#contract/studio/sheets.ts'
import { requestAs } from '#stores/auth/authorised.ts'

export type ImportState =
  | { step: 'choose'; problem?: 'tooLarge' | 'busy' | 'failed' }
  | { step: 'reading' }
  | { step: 'plan'; plan: ImportPlan; problem?: 'outdated' | 'failed' }
  | { step: 'running' | 'undoing' | 'undone'; operation: BulkOperation }
  | { step: 'done'; operation: BulkOperation; problem?: 'failed' }

const POLL_MS = 1000

export interface Import {
  state: ImportState
  choose: (file: File) => Promise<void>
  apply: () => Promise<void>
  undo: () => Promise<void>
  again: () => void
}

/** The steps of an import: choose, preview, apply, undo. */
export function useImport(): Import {
  const [state, setState] = useState<ImportState>({ step: 'choose' })
  const [file, setFile] = useState<SheetFile>()
  const running = state.step === 'running' || state.step === 'undoing' ? state : undefined
  const id = running?.operation.id
  const step = running?.step

  useEffect(() => {
    if (id === undefined) return
    const timer = setInterval(async () => {
      const operation = await requestAs(bulkOperation, { id }).catch(() => undefined)
      if (!operation) return
      const ended = step === 'running' ? ('done' as const) : ('undone' as const)
      setState({ step: operation.finished === null ? (step ?? ended) : ended, operation })
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [id, step])

  async function look(sheet: SheetFile, problem?: 'outdated') {
    const plan = await requestAs(previewImport, sheet)
    setState({ step: 'plan', plan, ...(problem && { problem }) })
  }
  async function choose(chosen: File) {
    if (chosen.size > MOST_SHEET_BYTES) return setState({ step: 'choose', problem: 'tooLarge' })
    setState({ step: 'reading' })
    try {
      const sheet = { name: chosen.name, bytes: await base64Of(chosen) }
      setFile(sheet)
      await look(sheet)
    } catch (error) {
      console.warn('A sheet could not be read', error)
      setState({ step: 'choose', problem: problemOf(error) })
    }
  }
  async function apply() {
    if (state.step !== 'plan' || !file) return
    const { plan } = state
    try {
      setState({ step: 'running', operation: await requestAs(importSheet, { ...file, digest: plan.digest }) })
    } catch (error) {
      console.warn('A sheet could not be imported', error)
      const isOld = error instanceof ApiError && error.answer.status === 'PREVIEW_OUTDATED'
      if (isOld) await look(file, 'outdated').catch(() => setState({ step: 'plan', plan, problem: 'failed' }))
      else setState({ step: 'plan', plan, problem: 'failed' })
    }
  }
  async function undo() {
    if (state.step !== 'done') return
    try {
      setState({ step: 'undoing', operation: await requestAs(undoBulk, { id: state.operation.id }) })
    } catch (error) {
      console.warn('An import could not be undone', error)
      setState({ ...state, problem: 'failed' })
    }
  }
  return { state, choose, apply, undo, again: () => setState({ step: 'choose' }) }
}

function problemOf(error: unknown): 'tooLarge' | 'busy' | 'failed' {
  if (!(error instanceof ApiError)) return 'failed'
  const { status } = error.answer
  return status === 'FILE_TOO_LARGE' ? 'tooLarge' : status === 'BUSY' ? 'busy' : 'failed'
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
