import { useEffect, useMemo, useRef, useState } from 'react'
import Lightbox, { type Slide } from 'yet-another-react-lightbox'
import Fullscreen from 'yet-another-react-lightbox/plugins/fullscreen'
import Slideshow from 'yet-another-react-lightbox/plugins/slideshow'
import Thumbnails from 'yet-another-react-lightbox/plugins/thumbnails'
import Video from 'yet-another-react-lightbox/plugins/video'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import type { SetsTexts } from '#i18n/sets/texts.ts'
import { freshToken } from '#stores/auth/auth.ts'
import { $openClip, closeClip, showClip } from '#stores/clips/open-clip.ts'
import type { SetClip, ShownSet } from '#stores/sets/set-clips.ts'
import { thumbnailSize } from './set-grid.ts'
import { type ClipSlide, type Size, slideOf } from './slides.ts'

export interface SetLightboxProps {
  set: ShownSet
  clips: readonly SetClip[]
  /** Id of the visible clip. */
  open: number | undefined
  /** Whether the visitor may play full films of curated sets. */
  paid: boolean
  texts: SetsTexts
  /** Called when it has faded out. */
  onClose: () => void
}

/** Slides preloaded on each side. */
const PRELOAD = 2

export function SetLightbox({ set, clips, open, paid, texts, onClose }: SetLightboxProps) {
  const index = clips.findIndex(({ id }) => id === open)
  const last = useRef(0)
  if (index >= 0) last.current = index
  const token = useToken(set.kind === 'collection' && paid, open)
  const sizes = useSizes(clips, last.current)
  const [slideshow, setSlideshow] = useState(false)
  const reducedMotion = useMemo(() => matchMedia('(prefers-reduced-motion: reduce)').matches, [])

  const slides = useMemo(
    () =>
      clips.map((clip) =>
        slideOf(clip, {
          kind: set.kind,
          token: token.value,
          sizeOf: (id) => sizes.get(id) ?? thumbnailSize(id),
          autoPlay: !reducedMotion || slideshow,
          loop: !slideshow,
        }),
      ),
    [clips, set.kind, token.value, sizes, reducedMotion, slideshow],
  )

  return (
    <Lightbox
      open={index >= 0 && token.known}
      close={closeClip}
      index={last.current}
      slides={slides}
      plugins={[Video, Slideshow, Zoom, Fullscreen, Thumbnails]}
      className="set-lightbox"
      labels={texts.lightbox}
      on={{
        view: ({ index }) => {
          const clip = clips[index]
          if (clip) showClip(clip.id)
        },
        exited: () => $openClip.get() === undefined && onClose(),
        slideshowStart: () => setSlideshow(true),
        slideshowStop: () => setSlideshow(false),
      }}
      animation={{ fade: 250, swipe: 500 }}
      carousel={{ finite: true, preload: PRELOAD, padding: 0, spacing: '10%' }}
      controller={{ closeOnBackdropClick: true, closeOnPullUp: true, closeOnPullDown: true }}
      slideshow={{ delay: 3000 }}
      zoom={{
        supports: ['video'],
        maxZoomPixelRatio: 1,
        maxZoom: pixelForPixel,
        doubleTapDelay: 300,
        doubleClickDelay: 500,
      }}
      video={{ muted: true, playsInline: true, preload: 'metadata', controlsList: 'nodownload' }}
      thumbnails={{
        width: 96,
        height: 60,
        border: 2,
        gap: 8,
        padding: 0,
        imageFit: 'cover',
        showToggle: true,
      }}
      render={{
        buttonPrev: () => null,
        buttonNext: () => null,
        slideHeader: ({ slide }) => <p className="set-lightbox-title">{(slide as ClipSlide).title}</p>,
      }}
      portal={{
        container: {
          // A double click zooms here; browsers would make the film full screen.
          onDoubleClickCapture: (event) => event.preventDefault(),
        },
      }}
    />
  )
}

/** Zooms until one pixel of the film is one pixel of the screen. */
function pixelForPixel(slide: Slide): number {
  const { film, width } = slide as ClipSlide
  return (film / Math.min(width, window.innerWidth)) * (1 / window.devicePixelRatio)
}

/** A token for films that need one; checked again with every slide, since it lives for minutes. */
function useToken(needed: boolean, open: number | undefined) {
  const [value, setValue] = useState<string>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!needed || open === undefined) return
    freshToken().then(setValue, (error) => {
      console.warn('The full films could not be shown', error)
      setFailed(true)
    })
  }, [needed, open])
  const used = needed ? value : undefined
  return { value: used, known: !needed || failed || used !== undefined }
}

/** Thumbnail sizes near the visible slide; their tiles may never have been scrolled to. */
function useSizes(clips: readonly SetClip[], index: number): ReadonlyMap<number, Size> {
  const [sizes, setSizes] = useState<ReadonlyMap<number, Size>>(new Map())
  useEffect(() => {
    let left = false
    for (const { id, poster } of clips.slice(Math.max(0, index - PRELOAD), index + PRELOAD + 1)) {
      if (sizes.has(id) || thumbnailSize(id)) continue
      const image = new Image()
      image.onload = () => {
        const { naturalWidth: width, naturalHeight: height } = image
        if (!left) setSizes((known) => new Map(known).set(id, { width, height }))
      }
      image.src = poster
    }
    return () => {
      left = true
    }
  }, [clips, index])
  return sizes
}
