import { useState } from 'react'
import { factorList } from '#contract/accounts/factor-calls.ts'
import type { ShopSettings } from '#contract/shop/shop-settings.ts'
import { publishShop, saveShopDraft, studioShop } from '#contract/studio/shop/shop-calls.ts'
import { type Tree, withSetting } from '#domain/shop/setting-paths.ts'
import { setupTexts } from '#i18n/setup/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { Button } from '../auth/buttons.tsx'
import { FactorsPanel } from '../factors/FactorsPanel.tsx'
import { useLoaded } from '../loading/use-loaded.ts'
import { type FieldSchema, valueAt } from '../studio/shop/form-schema.ts'
import { SettingField } from '../studio/shop/SettingField.tsx'
import { useAction } from '../studio/use-action.ts'

/** What the first look asks for; the room Shop has the rest. */
const ASKED = ['accent', 'paper', 'corners', 'type']

/** A few fields of the shop's form, published at once. */
export function LookStep({ onSaved }: { onSaved: () => void }) {
  const locale = pageLocale()
  const t = setupTexts(locale)
  const { data } = useLoaded(() => requestAs(studioShop, undefined))
  const [edited, setEdited] = useState<ShopSettings>()
  const { busy, run } = useAction(t.failed)
  if (!data) return null
  const settings = edited ?? data.settings
  const look = (data.form as FieldSchema).properties?.look
  const state = {
    ...{ locale, problems: {}, defaults: data.defaults, outdated: [] },
    section: valueAt(settings, 'look') as Tree,
    onChange: (path: string, value: unknown) => setEdited(withSetting(settings, path, value)),
  }
  async function save() {
    const revision = data?.revision ?? 0
    const saved = edited && (await requestAs(saveShopDraft, { settings: edited, revision }))
    if (saved) await requestAs(publishShop, saved)
    showToast({ kind: 'success', text: t.saved })
    onSaved()
  }
  return (
    <div className="stack-4">
      {ASKED.map((key) => (
        <SettingField
          key={key}
          schema={look?.properties?.[key] ?? {}}
          path={`look.${key}`}
          value={valueAt(settings, `look.${key}`)}
          state={state}
        />
      ))}
      <Button aria-busy={busy} onClick={() => void run(save)}>
        {t.steps.look.act}
      </Button>
    </div>
  )
}

/** The panel of the account's page. */
export function FactorStep({ siteName }: { siteName: string }) {
  const { data, reload } = useLoaded((signal) => requestAs(factorList, undefined, { signal }))
  return data ? <FactorsPanel factors={data} onChanged={() => void reload()} siteName={siteName} /> : null
}
