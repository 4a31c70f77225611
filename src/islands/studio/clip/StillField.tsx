import { useId, useState } from 'react'
import { addStill } from '#contract/studio/clips/editor-calls.ts'
import { clipTexts } from '#i18n/studio/clip/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { pageLocale } from '#stores/page-locale.ts'
import type { ClipEditor } from '#stores/studio/clip-editor.ts'
import { base64Of } from '../shop/base64-of.ts'

interface StillFieldProps {
  clip: number
  still: string
  change: ClipEditor['change']
}

/** The photograph that a clip was made from, sent when it is chosen. */
export function StillField({ clip, still, change }: StillFieldProps) {
  const t = clipTexts(pageLocale())
  const id = useId()
  const [failed, setFailed] = useState(false)
  const send = async (file: File) =>
    change(await requestAs(addStill, { id: clip, bytes: await base64Of(file) }, { timeoutMs: 60_000 }))
  const choose = (file: File | undefined) => {
    setFailed(false)
    if (file) send(file).catch(() => setFailed(true))
  }
  return (
    <div className="field">
      <label htmlFor={id}>{t.fields.source_url_image}</label>
      {still && <img src={still} width={160} alt="" />}
      <input id={id} type="file" accept="image/*" onChange={({ target }) => choose(target.files?.[0])} />
      {still && (
        <button
          type="button"
          className="button button-quiet"
          onClick={() => change({ source_url_image: '' })}
        >
          {t.removeStill}
        </button>
      )}
      <p className="field-hint" role="alert">
        {failed && t.stillFailed}
      </p>
    </div>
  )
}
