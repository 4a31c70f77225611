import { useEffect, useRef } from 'react'

const ICON = { width: 20, height: 20, viewBox: '0 0 20 20', fill: 'none', stroke: 'currentColor' } as const
const LINE = { strokeWidth: 2, strokeLinecap: 'round' } as const

export function SearchButton({ label }: { label: string }) {
  return (
    <button type="submit" className="icon-button" aria-label={label}>
      <svg {...ICON} {...LINE} aria-hidden="true">
        <circle cx="8.5" cy="8.5" r="5.5" />
        <path d="m13 13 4.5 4.5" />
      </svg>
    </button>
  )
}

/** The file's field lies over the icon, so that the keyboard and what is dropped reach it. */
export function PictureButton({ label, onFile }: { label: string; onFile: (file: File) => void }) {
  const field = useRef<HTMLInputElement>(null)

  function take() {
    const [file] = field.current!.files ?? []
    // The same file may be chosen again.
    field.current!.value = ''
    if (file) onFile(file)
  }

  // A file that was chosen or pasted before hydration.
  useEffect(take, [])

  return (
    <span className="icon-button picture-button">
      <svg {...ICON} {...LINE} aria-hidden="true">
        <path d="M2 6.5h3.5L7 4h6l1.5 2.5H18V16H2z" />
        <circle cx="10" cy="11" r="2.8" />
      </svg>
      <input
        ref={field}
        type="file"
        accept="image/*,video/*"
        aria-label={label}
        title={label}
        onChange={take}
      />
    </span>
  )
}
