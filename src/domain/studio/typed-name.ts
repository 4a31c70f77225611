/** Whether somebody typed a clip's number or one of its titles, which deleting it asks for. */
export function namesClip(typed: string, clip: { id: number; title: string; title_ja: string }): boolean {
  const text = plain(typed)
  return text !== '' && [String(clip.id), clip.title, clip.title_ja].some((name) => plain(name) === text)
}

/** Full-width digits and letters are as good, and so is another number of spaces. */
const plain = (text: string) => text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()
