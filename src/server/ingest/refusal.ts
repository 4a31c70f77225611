/** The file itself is at fault; the summary gives the reason, and the other files go on. */
export class Refusal extends Error {
  override name = 'Refusal'
}
