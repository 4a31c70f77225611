// Runs a tool that never ends by itself, and prints a line when it runs. Its argument identifies the tool's command.
import { runTool } from '#server/ingest/run-tool.ts'

const args = ['-e', "process.stdout.write('running\\n'); setTimeout(() => {}, 600_000)", process.argv[2]!]
const onLine = (line: string) => process.stdout.write(`${line}\n`)
await runTool({ program: process.execPath, args, timeout: 600_000, memory: 2 * 1024 ** 3, onLine })
