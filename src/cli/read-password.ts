import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { CommandFailed, EXIT } from './exit-codes.ts'

const MIN_LENGTH = 8
const MAX_LENGTH = 256

/** Reads a password from standard input (first line), or asks for it twice without an echo. */
export async function readPassword(fromStdin: boolean): Promise<string> {
  const password = fromStdin ? firstLine(await text(process.stdin)) : await askTwice()
  const length = [...password].length
  if (length < MIN_LENGTH || length > MAX_LENGTH)
    throw new CommandFailed(`a password has ${MIN_LENGTH} to ${MAX_LENGTH} characters`, EXIT.usage)
  return password
}

const firstLine = (input: string) => input.split(/\r?\n/, 1)[0] ?? ''

async function askTwice(): Promise<string> {
  if (!process.stdin.isTTY) throw new CommandFailed('nobody to ask: use --password-stdin', EXIT.usage)
  const password = await askHidden('Password: ')
  if (password !== (await askHidden('Again: ')))
    throw new CommandFailed('the two passwords differ', EXIT.usage)
  return password
}

/** readline echoes to its output, so this output shows nothing. */
async function askHidden(question: string): Promise<string> {
  process.stderr.write(question)
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
