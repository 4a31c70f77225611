import { useId } from 'react'
import { accentsOf, type Look, OUR_ACCENT } from '#domain/shop/look.ts'
import { hexOf } from '#domain/shop/oklch.ts'
import { shopTexts } from '#i18n/studio/shop/texts.ts'
import type { SettingProps } from './form-schema.ts'
import { Problem } from './Problem.tsx'

/** An accent colour, with what becomes of it on light and dark pages. */
export function ColourField({ path, value, state, label }: SettingProps & { label: string }) {
  const id = useId()
  const t = shopTexts(state.locale)
  const accent = String(value)
  const { paper } = state.section as unknown as Look
  const { light, dark } = accentsOf({ accent, paper })
  return (
    <div className="studio-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="color"
        value={accent || hexOf(OUR_ACCENT.light)}
        onChange={({ target }) => state.onChange(path, target.value)}
      />
      <Problem path={path} state={state} />
      {accent && (
        <ul className="row shop-accents">
          <li>
            <Swatch color={light} /> {light === accent ? t.accentKept.light : t.accentMoved.light(light)}
          </li>
          <li>
            <Swatch color={dark} /> {dark === accent ? t.accentKept.dark : t.accentMoved.dark(dark)}
          </li>
        </ul>
      )}
    </div>
  )
}

/** By the CSSOM: the policy blocks style attributes. */
function Swatch({ color }: { color: string }) {
  return (
    <span
      className="shop-swatch"
      ref={(swatch) => {
        swatch?.style.setProperty('background', color)
      }}
    />
  )
}
