import { useState } from 'react'
import { ApiError } from '#contract/request.ts'
import type { ShopSettings } from '#contract/shop/shop-settings.ts'
import type { StudioShop } from '#contract/studio/shop/shop.ts'
import {
  importShop,
  publishShop,
  restoreShop,
  saveShopDraft,
  studioShop,
} from '#contract/studio/shop/shop-calls.ts'
import { changedPaths, withSetting } from '#domain/shop/setting-paths.ts'
import { shopTexts } from '#i18n/studio/shop/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { useAskBeforeLeaving } from '../../loading/use-ask-before-leaving.ts'
import { type Loaded, useLoaded } from '../../loading/use-loaded.ts'
import { base64Of } from './base64-of.ts'
import { valueAt } from './form-schema.ts'

/** Ten megabytes on a slow line. */
const SLOW_MS = 120_000

/** What another admin saved since this edit began. */
export interface Conflict {
  by: string | null
  changed: readonly { path: string; theirs: unknown; mine: unknown }[]
}

export interface ShopEdit {
  loaded: Loaded<StudioShop>
  settings: ShopSettings | undefined
  unsaved: readonly string[]
  problems: Record<string, string>
  conflict: Conflict | undefined
  change: (path: string, value: unknown) => void
  /** These resolve when done, and show why not. */
  save: () => Promise<void>
  publish: () => Promise<void>
  restore: (number: number) => Promise<string | undefined>
  /** Makes an exported file the draft. */
  bringIn: (file: File) => Promise<void>
}

/** The edit of the draft. */
export function useShop(): ShopEdit {
  const t = shopTexts(pageLocale())
  const loaded = useLoaded(() => requestAs(studioShop, undefined))
  const { data, reload, setData } = loaded
  const [edited, setEdited] = useState<ShopSettings>()
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [conflict, setConflict] = useState<Conflict>()
  const settings = edited ?? data?.settings
  const unsaved = data && settings ? changedPaths(data.settings, settings) : []

  useAskBeforeLeaving(unsaved.length > 0)

  function change(path: string, value: unknown) {
    // Of the newest edit: a picture that was sent meanwhile must not be lost.
    if (data) setEdited((newest) => withSetting(newest ?? data.settings, path, value))
    // And of what is in it, such as a list's items.
    const isPast = (each: string) => each === path || each.startsWith(`${path}.`)
    setProblems((all) => Object.fromEntries(Object.entries(all).filter(([each]) => !isPast(each))))
  }

  /** Shows what the other admin changed, and keeps my own changes on top of it. */
  async function meet(base: StudioShop, mine: ShopSettings) {
    const now = await requestAs(studioShop, undefined)
    const changed = changedPaths(base.settings, now.settings).map((path) => ({
      path,
      theirs: valueAt(now.settings, path),
      mine: valueAt(mine, path),
    }))
    const own = changedPaths(base.settings, mine)
    setEdited(own.reduce((tree, path) => withSetting(tree, path, valueAt(mine, path)), now.settings))
    setConflict({ by: now.by, changed })
    setData(() => now)
  }

  async function refuse(error: unknown) {
    console.warn('The shop could not be changed', error)
    const status = error instanceof ApiError ? error.answer.status : ''
    if (status === 'VERSION_CONFLICT' && data && settings) return meet(data, settings)
    const wrong = status === 'SHOP_INVALID' ? problemsOf(error as ApiError) : []
    setProblems(
      Object.fromEntries(
        wrong.map(({ path, code, what = '' }) => [
          path,
          `${t.problems[code] ?? t.problems.invalid} ${what}`.trim(),
        ]),
      ),
    )
    const text = status === 'SHOP_FILE_INVALID' ? t.noShopFile : t.failed
    if (wrong.length === 0) showToast({ kind: 'error', text })
  }

  async function save() {
    if (!data || !settings) return
    try {
      await requestAs(saveShopDraft, { settings, revision: data.revision })
      setConflict(undefined)
      setProblems({})
      await reload()
      setEdited(undefined)
      showToast({ kind: 'success', text: t.saved })
    } catch (error) {
      await refuse(error)
    }
  }

  async function publish() {
    if (!data) return
    try {
      await requestAs(publishShop, { revision: data.revision })
      await reload()
      showToast({ kind: 'success', text: t.published })
    } catch (error) {
      await refuse(error)
    }
  }

  async function restore(number: number) {
    if (!data) return t.failed
    try {
      await requestAs(restoreShop, { number, revision: data.revision })
      setEdited(undefined)
      await reload()
      showToast({ kind: 'success', text: t.published })
      return undefined
    } catch (error) {
      await refuse(error)
      return t.failed
    }
  }

  async function bringIn(file: File) {
    if (!data) return
    try {
      const bytes = await base64Of(file)
      await requestAs(importShop, { bytes, revision: data.revision }, { timeoutMs: SLOW_MS })
      setEdited(undefined)
      await reload()
      showToast({ kind: 'success', text: t.broughtIn })
    } catch (error) {
      await refuse(error)
    }
  }

  return { bringIn, loaded, settings, unsaved, problems, conflict, change, save, publish, restore }
}

interface SettingProblem {
  path: string
  code: string
  /** What is wrong in it, such as a placeholder. */
  what?: string
}

function problemsOf({ answer }: ApiError): SettingProblem[] {
  return (answer as { problems?: SettingProblem[] }).problems ?? []
}
