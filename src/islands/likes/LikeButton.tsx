import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { $likedIds, NO_LIKES } from '#stores/clips/likes.ts'
import { useAuth } from '../auth/use-auth.ts'
import { useEarlyClick } from '../auth/use-early-click.ts'
import { clickLike, offerAdding } from './click-like.ts'

export interface LikeButtonProps {
  id: number
  /** The count when the page was rendered. */
  likes: number
  texts: { like: string; failed: string }
}

export function LikeButton({ id, likes, texts }: LikeButtonProps) {
  const liked = useStore($likedIds, { ssr: () => NO_LIKES }).has(id)
  const signedIn = useAuth() !== undefined
  const [count, setCount] = useState(likes)
  // Correction of the count until the server answers.
  const [change, setChange] = useState(0)
  const button = useRef<HTMLButtonElement>(null)
  const shown = Math.max(count + change, liked ? 1 : 0)

  async function onClick() {
    if (signedIn) setChange(liked ? -1 : 1)
    const answer = await clickLike(id, texts.failed)
    setChange(0)
    if (answer !== undefined) setCount(answer)
  }
  useEarlyClick(button, onClick)
  useEffect(() => offerAdding(button.current, id), [signedIn])

  return (
    <button
      ref={button}
      type="button"
      data-early
      className="like-button"
      aria-pressed={liked}
      onClick={onClick}
    >
      <span className="like-heart" aria-hidden="true" />
      <span className="visually-hidden">{texts.like}</span> <span className="like-count">{shown}</span>
    </button>
  )
}
