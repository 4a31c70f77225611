import { type ChangeEvent, useEffect, useState } from 'react'
import { changeLocale } from '#contract/account-calls.ts'
import type { Locale } from '#domain/address/locale-path.ts'
import { authTexts } from '#i18n/auth-texts.ts'
import { memberTexts } from '#i18n/member-texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { reasonOf } from '../auth/refusals.ts'

/** Language of mails; saved on change. @param stored undefined until loaded */
export function MailLanguage({ id, stored }: { id: string; stored: Locale | undefined }) {
  const locale = pageLocale()
  const t = memberTexts(locale).account
  const [chosen, setChosen] = useState(stored)
  useEffect(() => setChosen(stored), [stored])

  async function onChange({ target }: ChangeEvent<HTMLSelectElement>) {
    const before = chosen
    const wanted = target.value === 'ja' ? 'ja' : 'en'
    setChosen(wanted)
    try {
      await requestAs(changeLocale, { locale: wanted })
      showToast({ kind: 'success', text: t.mailLanguageKept[wanted] })
    } catch (error) {
      setChosen(before)
      showToast({ kind: 'error', text: reasonOf(error, authTexts(locale)) })
    }
  }

  return (
    <select id={id} className="mail-language" value={chosen ?? locale} disabled={!chosen} onChange={onChange}>
      <option value="en" lang="en">
        English
      </option>
      <option value="ja" lang="ja">
        日本語
      </option>
    </select>
  )
}
