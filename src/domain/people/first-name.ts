/** First word of the name, for the header; a full-width space separates too. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? ''
}
