/** Whether people can follow it: an http address that browsers can read. `https://[x` is none. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/.test(text) && URL.canParse(text)
}
