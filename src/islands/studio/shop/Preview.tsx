import { useEffect, useRef, useState } from 'react'
import { previewShop } from '#contract/studio/shop/shop-calls.ts'
import { shopTexts } from '#i18n/studio/shop/texts.ts'
import { requestAs } from '#stores/auth/authorised.ts'
import { localizedLink, pageLocale } from '#stores/page-locale.ts'
import { useLoaded } from '../../loading/use-loaded.ts'
import { Pending } from '../LoadFailed.tsx'
import { RadioGroup } from '../RadioGroup.tsx'

/** Browsers renew the cookie with each revision; it lasts an hour. */
const asDraft = (path: string, revision: number) => {
  const url = new URL(path, location.origin)
  url.searchParams.set('draft', String(revision))
  return url.pathname + url.search + url.hash
}

/** Pages as the draft would look. Links inside stay in the draft. */
export function Preview({ revision }: { revision: number }) {
  const t = shopTexts(pageLocale())
  const frame = useRef<HTMLIFrameElement>(null)
  const [path, setPath] = useState<string>(localizedLink('/'))
  const [size, setSize] = useState<'phone' | 'wide'>('wide')
  const [light, setLight] = useState<'light' | 'dark'>('light')
  const allowed = useLoaded(async () => {
    await requestAs(previewShop, undefined)
    return revision
  }, revision)

  // Pages in a frame follow the frame's own scheme. By the CSSOM: the policy blocks style attributes.
  useEffect(() => {
    if (frame.current) frame.current.style.colorScheme = light
  })

  function stayInDraft() {
    const page = frame.current?.contentDocument
    const at = frame.current?.contentWindow?.location
    if (!page || !at) return
    if (at.search.includes('draft=')) setPath(at.pathname + at.search)
    page.addEventListener(
      'click',
      (event) => {
        const link = (event.target as Element).closest?.('a')
        if (!link || link.origin !== location.origin || link.hash || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        event.stopPropagation()
        at.assign(asDraft(link.href, revision))
      },
      true,
    )
  }

  if (allowed.data === undefined) return <Pending {...allowed} />
  const address = asDraft(path, allowed.data)
  return (
    <section className="shop-preview" aria-label={t.preview}>
      <div className="row">
        <RadioGroup
          label={t.previewSizes}
          values={['wide', 'phone'] as const}
          chosen={size}
          name={(value) => t[value]}
          onChoose={setSize}
        />
        <RadioGroup
          label={t.lights}
          values={['light', 'dark'] as const}
          chosen={light}
          name={(value) => t[value]}
          onChoose={setLight}
        />
        <a href={address} target="_blank" rel="noopener">
          {t.open}
        </a>
      </div>
      <div className="shop-frame" data-size={size}>
        <iframe ref={frame} title={t.preview} src={address} onLoad={stayInDraft} />
      </div>
    </section>
  )
}
