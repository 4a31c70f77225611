const duties = new Set<() => void>()
process.once('exit', () => {
  for (const duty of [...duties].reverse()) duty()
})

/** Runs `duty` when the process ends, the latest first. Returns a function that cancels it. */
export function atExit(duty: () => void): () => void {
  duties.add(duty)
  return () => void duties.delete(duty)
}
