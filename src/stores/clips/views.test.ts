import { afterEach, expect, test, vi } from 'vitest'
import { countViewOf, countViewOfSet } from './views.ts'

afterEach(() => vi.unstubAllGlobals())

/** A tab; returns the counts that it sends, as `METHOD path`. */
function aTab(visibilityState: 'visible' | 'hidden') {
  const tab = Object.assign(new EventTarget(), { visibilityState })
  vi.stubGlobal('document', tab)
  const sent: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    sent.push(`${method} ${path}`)
    return new Response(null, { status: 204 })
  })
  const turn = (state: 'visible' | 'hidden') => {
    tab.visibilityState = state
    tab.dispatchEvent(new Event('visibilitychange'))
  }
  return { sent, turn }
}

test('a visible page counts once, even if its tab returns', () => {
  const { sent, turn } = aTab('visible')
  countViewOf(7)
  for (const state of ['hidden', 'visible', 'hidden', 'visible'] as const) turn(state)
  expect(sent).toEqual(['POST /api/medias/7/view'])
})

test('a page in a background tab counts when first visible', () => {
  const { sent, turn } = aTab('hidden')
  countViewOfSet({ kind: 'collection', id: '静かな-雨' })
  turn('hidden')
  expect(sent).toEqual([])
  turn('visible')
  turn('visible')
  expect(sent).toEqual([`POST /api/curated/${encodeURIComponent('静かな-雨')}/view`])
})
