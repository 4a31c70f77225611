const duties = new Set<() => void>()
process.once('exit', () => {
  for (const duty of [...duties].reverse()) duty()
})

/** Is done when the process ends, the latest first; the function returned takes it back. */
export function atExit(duty: () => void): () => void {
  duties.add(duty)
  return () => void duties.delete(duty)
}
