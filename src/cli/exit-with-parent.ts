/** For a child that we start ourselves: the pipe of its standard input ends with its parent, however that dies. */
export function exitWithParent(): void {
  process.stdin.once('end', () => process.exit(1))
  process.stdin.resume()
}
