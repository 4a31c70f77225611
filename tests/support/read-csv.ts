/** The rows of a CSV stream, as text. */
export async function rowsOf(csv: Promise<AsyncIterable<string>>): Promise<string[]> {
  let text = ''
  for await (const piece of await csv) text += piece
  return text.trim().split('\r\n')
}
