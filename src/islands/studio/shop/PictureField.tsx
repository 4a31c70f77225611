import { useId, useState } from 'react'
import { ApiError } from '#contract/request.ts'
import type { FieldNote } from '#contract/shop/shop-settings.ts'
import type { ShopPicture } from '#contract/studio/shop/shop.ts'
import { addShopPicture } from '#contract/studio/shop/shop-calls.ts'
import { picturePath } from '#domain/shop/picture-name.ts'
import { shopTexts } from '#i18n/studio/shop/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { base64Of } from './base64-of.ts'
import type { SettingProps } from './form-schema.ts'
import { Problem } from './Problem.tsx'

const USES: readonly FieldNote['kind'][] = ['logo', 'icon', 'card', 'wide']
export const isPicture = (kind: FieldNote['kind']): kind is ShopPicture['use'] => USES.includes(kind)

/** As the contract takes a picture. */
const LARGEST = 3_000_000
/** A slow line may take long. */
const TIMEOUT_MS = 60_000

interface PictureFieldProps extends SettingProps {
  label: string
  use: ShopPicture['use']
}

/** A picture of the look, sent when it is chosen. */
export function PictureField({ path, value, state, label, use }: PictureFieldProps) {
  const id = useId()
  const t = shopTexts(state.locale)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const name = String(value)

  async function send(file: File | undefined) {
    if (!file) return
    setProblem('')
    if (file.size > LARGEST) return setProblem(t.pictureProblems.BODY_TOO_LARGE)
    setBusy(true)
    try {
      const bytes = await base64Of(file)
      const added = await requestAs(addShopPicture, { use, bytes }, { timeoutMs: TIMEOUT_MS })
      state.onChange(path, added.name)
    } catch (error) {
      console.warn('A picture could not be sent', error)
      const status = error instanceof ApiError ? error.answer.status : ''
      setProblem(t.pictureProblems[status as keyof typeof t.pictureProblems] ?? t.failed)
    }
    setBusy(false)
  }

  return (
    <div className="studio-field">
      <label htmlFor={id}>{label}</label>
      {name && <img className="shop-picture" src={picturePath(name)} alt="" />}
      <input
        id={id}
        type="file"
        accept="image/svg+xml,image/png,image/jpeg,image/webp"
        aria-busy={busy}
        onChange={({ target }) => void send(target.files?.[0])}
      />
      <p className="field-problem" role="alert">
        {problem}
      </p>
      <Problem path={path} state={state} />
    </div>
  )
}
