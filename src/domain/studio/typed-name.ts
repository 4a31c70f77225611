/** Whether the typed text is the clip's number or one of its titles, as confirmation of a deletion. */
export function namesClip(typed: string, clip: { id: number; title: string; title_ja: string }): boolean {
  const text = plain(typed)
  return text !== '' && [String(clip.id), clip.title, clip.title_ja].some((name) => plain(name) === text)
}

/** Ignores full width and extra spaces. */
const plain = (text: string) => text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()
