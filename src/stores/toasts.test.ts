import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showPreviousToast, showToastOnNextPage, takeToasts } from './toasts.ts'

const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a toast for the next page shows there once, and not on this one', () => {
  const toast = { kind: 'success', text: 'Your account is deleted.' } as const
  showToastOnNextPage(toast)
  expect(takeToasts()).toEqual([])
  showPreviousToast()
  expect(takeToasts()).toEqual([toast])
  showPreviousToast()
  expect(takeToasts()).toEqual([])
})

test.each(['', '{', '{"kind":"loud","text":"a"}', '{"kind":"info","text":7}', '7'])(
  'what is no toast shows nothing: %s',
  (stored) => {
    kept.set('toast', stored)
    showPreviousToast()
    expect(takeToasts()).toEqual([])
  },
)

test('without storage it shows on this page', () => {
  vi.stubGlobal('sessionStorage', undefined)
  showToastOnNextPage({ kind: 'info', text: 'Signed out.' })
  expect(takeToasts()).toEqual([{ kind: 'info', text: 'Signed out.' }])
})
