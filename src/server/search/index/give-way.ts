import { constants, setPriority } from 'node:os'

/**
 * Lets the calling thread wait for what visitors ask, where both want a core. Only Linux has priorities of single
 * threads; elsewhere nothing changes.
 */
export function giveWay(): void {
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW)
}
