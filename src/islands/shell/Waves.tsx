/** The site's mark: three currents. */
export function Waves() {
  return (
    <svg
      viewBox="0 0 120 60"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M6 22c18-16 32-16 48-2s32 14 60-6" />
      <path d="M14 38c16-13 28-12 42-1s27 11 48-4" opacity=".55" />
      <path d="M30 51c11-8 20-8 30-1s19 7 32-2" opacity=".3" />
    </svg>
  )
}
