import { copyWithToast } from './copy-with-toast.ts'

export interface ClipNumberProps {
  id: number
  texts: { copy: string; done: string; failed: string }
}

/** The clip's number; a click copies it. */
export function ClipNumber({ id, texts }: ClipNumberProps) {
  return (
    <button
      type="button"
      className="pill"
      title={texts.copy}
      onClick={() => copyWithToast(String(id), texts)}
    >
      {id} <span className="visually-hidden">{texts.copy}</span>
    </button>
  )
}
