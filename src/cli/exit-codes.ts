/** Exit codes; `--help` explains them. */
export const EXIT = { ok: 0, failed: 1, usage: 2, refused: 3, damaged: 4, interrupted: 130 } as const

export const EXIT_HELP = `
Exit codes:
  0    done
  1    failed
  2    wrong use, or a setting is missing or wrong
  3    done, but some files or rows were refused (the summary says which, and why)
  4    the database or a backup is damaged
  130  interrupted by Ctrl-C`

/** Ends a command with a message and no stack. */
export class CommandFailed extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message)
    this.name = 'CommandFailed'
    this.exitCode = exitCode
  }
}
