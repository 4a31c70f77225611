import { readFileSync } from 'node:fs'

/** Linux counts a process's time in ticks; 100 a second on every machine that matters. */
const TICKS_A_SECOND = 100

/** Microseconds of processor time that a process has used so far, all its threads together. */
export function cpuOf(pid: number): number {
  const [user, system] = statOf(pid).slice(11, 13).map(Number)
  return ((user! + system!) * 1e6) / TICKS_A_SECOND
}

/** The same of its children that have ended. */
export function childrenCpuOf(pid: number): number {
  const [user, system] = statOf(pid).slice(13, 15).map(Number)
  return ((user! + system!) * 1e6) / TICKS_A_SECOND
}

/** Who started a process. */
export function parentOf(pid: number): number {
  return Number(statOf(pid)[1])
}

/** Megabytes in memory: now, and at most since the start. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  const megabytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}

/** The fields after the name, which stands in brackets and may hold spaces; the first is the state. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}
