import { type PointerEvent, useId } from 'react'
import type { StudioClip } from '#contract/studio/clips/clip.ts'
import { CROP_RATIOS, cropShares, cropStart } from '#domain/clips/file-kinds.ts'
import { clipTexts } from '#i18n/studio/clip/texts.ts'
import { pageLocale } from '#stores/page-locale.ts'
import type { ClipEditor, EditFields } from '#stores/studio/clip-editor.ts'
import { LinkButton } from '../../auth/buttons.tsx'

const SIDES = ['crop_x', 'crop_y'] as const
const hundredths = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100

interface CropCentreProps {
  clip: Pick<StudioClip, 'media'>
  fields: EditFields
  change: ClipEditor['change']
}

/** The centre of vertical and square crops, chosen on the poster or by two sliders; both crops show it at once. */
export function CropCentre({ clip: { media }, fields, change }: CropCentreProps) {
  const texts = clipTexts(pageLocale())
  const id = useId()
  const { crop_x, crop_y } = fields

  function choose({ currentTarget, clientX, clientY }: PointerEvent) {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    change({ crop_x: hundredths((clientX - left) / width), crop_y: hundredths((clientY - top) / height) })
  }

  return (
    <fieldset className="clip-crops">
      <legend>{texts.tile.crops}</legend>
      <div className="clip-crop-pictures">
        <img
          src={media.thumbnail_url}
          alt=""
          draggable={false}
          data-crop="whole"
          onPointerDown={choose}
          onPointerMove={(event) => event.buttons > 0 && choose(event)}
        />
        {Object.values(CROP_RATIOS).map((ratio) => {
          const { width, height } = cropShares(media, ratio)
          const objectPosition = `${placed(crop_x, width)}% ${placed(crop_y, height)}%`
          return (
            <img
              key={ratio}
              src={media.thumbnail_url}
              alt=""
              style={{ aspectRatio: ratio, objectPosition }}
            />
          )
        })}
      </div>
      {SIDES.map((side) => (
        <div key={side} className="field">
          <label htmlFor={id + side}>{texts.fields[side]}</label>
          <input
            id={id + side}
            type="range"
            min={0}
            max={1}
            step={0.01}
            value={fields[side]}
            aria-valuetext={`${Math.round(fields[side] * 100)} %`}
            onChange={({ target }) => change({ [side]: Number(target.value) })}
          />
        </div>
      ))}
      <LinkButton
        aria-disabled={crop_x === 0.5 && crop_y === 0.5}
        onClick={() => change({ crop_x: 0.5, crop_y: 0.5 })}
      >
        {texts.tile.middle}
      </LinkButton>
    </fieldset>
  )
}

/** Where a part begins, as CSS places a picture that is larger than its frame. */
const placed = (centre: number, share: number) =>
  share === 1 ? 50 : (cropStart(centre, share) / (1 - share)) * 100
