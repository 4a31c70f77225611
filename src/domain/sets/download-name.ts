/** What a saved film is called: `nagare_torii-in-the-tide.mp4`. */
export function downloadName(siteName: string, fileName: string): string {
  return `${siteName.toLowerCase()}_${fileName}`
}
