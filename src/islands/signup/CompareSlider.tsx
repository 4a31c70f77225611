import { useEffect, useRef } from 'react'
import { Film, LoopButton, type LoopVideoProps, Picture, useLoop } from './LoopVideo.tsx'

export interface CompareSliderProps extends LoopVideoProps {
  still: string
  loop: string
  handle: string
  /** Address of the still, if it is not the film's poster. */
  photograph?: string
}

const MIDDLE = 50

/** A still under its film; the handle uncovers the film. */
export function CompareSlider(props: CompareSliderProps) {
  const { src, poster, sizes, title, play, pause, still, loop, handle, photograph } = props
  const frame = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const slider = useRef<HTMLInputElement>(null)
  const { playing, toggle } = useLoop(video)
  // Through the CSSOM: the policy blocks style attributes.
  const uncover = () => frame.current?.style.setProperty('--at', slider.current?.value ?? null)

  // The handle may have been dragged before hydration.
  useEffect(uncover, [])

  return (
    <div ref={frame} className="compare">
      {photograph ? (
        <img src={photograph} alt={title} loading="lazy" />
      ) : (
        <Picture poster={poster} sizes={sizes} alt={title} />
      )}
      <div className="compare-film">
        <Film video={video} src={src} />
      </div>
      <span className="compare-label" data-side="still">
        {still}
      </span>
      <span className="compare-label" data-side="loop">
        {loop}
      </span>
      <input
        ref={slider}
        type="range"
        min={0}
        max={100}
        defaultValue={MIDDLE}
        aria-label={handle}
        onInput={uncover}
      />
      <LoopButton playing={playing} toggle={toggle} label={playing ? pause : play} />
    </div>
  )
}
