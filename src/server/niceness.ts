/**
 * A command that lets others go first; 0 is as important as the server, 19 the least. Node's own threads obey, too: they
 * would keep their priority if the program lowered its own.
 */
export function withNiceness(niceness: number, command: readonly string[]): [string, ...string[]] {
  const words = process.platform === 'win32' ? command : ['nice', '-n', String(niceness), ...command]
  return words as [string, ...string[]]
}
