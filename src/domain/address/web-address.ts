/** Whether it is an http address that browsers can open; `https://[x` is not. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/.test(text) && URL.canParse(text)
}
