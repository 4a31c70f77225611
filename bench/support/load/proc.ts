import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts CPU time in ticks; 100 a second on every machine that matters. */
const TICKS_A_SECOND = 100

/** CPU time of a process and all its threads, in microseconds. */
function cpuOf(pid: number): number {
  const [user, system] = statOf(pid).slice(11, 13).map(Number)
  return ((user! + system!) * 1e6) / TICKS_A_SECOND
}

/** The same for its ended children. */
function childrenCpuOf(pid: number): number {
  const [user, system] = statOf(pid).slice(13, 15).map(Number)
  return ((user! + system!) * 1e6) / TICKS_A_SECOND
}

/** CPU time of a process, its children, and those that have ended. */
export function familyCpuOf(pid: number): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isChildOf(pid, Number(name)))
  return children.reduce((sum, child) => sum + cpuOf(Number(child)), cpuOf(pid) + childrenCpuOf(pid))
}

function isChildOf(parent: number, pid: number): boolean {
  try {
    return parentOf(pid) === parent
  } catch {
    return false // It has ended meanwhile.
  }
}

/** The parent's pid. */
function parentOf(pid: number): number {
  return Number(statOf(pid)[1])
}

/** Resident memory in MB: now, and the peak. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  const megabytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}

/** The fields after the name, which is in brackets and may contain spaces. The first is the state. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}
