/** What the header calls somebody: the first word of the name, also before a full-width space. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? ''
}
