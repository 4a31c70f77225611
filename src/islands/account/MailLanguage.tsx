import { type ChangeEvent, useEffect, useState } from 'react'
import { changeLocale } from '#contract/account-endpoints.ts'
import type { Locale } from '#domain/address/locale-path.ts'
import { authTexts } from '#i18n/auth-texts.ts'
import { memberTexts } from '#i18n/member-texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { showToast } from '#stores/toasts.ts'
import { reasonOf } from '../auth/refusals.ts'

export interface MailLanguageProps {
  id: string
  /** The stored language; undefined until loaded. */
  kept: Locale | undefined
  /** Language of the page. */
  locale: Locale
}

/** Language of mails; saved on change. */
export function MailLanguage({ id, kept, locale }: MailLanguageProps) {
  const t = memberTexts(locale).account
  const [chosen, setChosen] = useState(kept)
  useEffect(() => setChosen(kept), [kept])

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
