/** File name of a saved film: `nagare_torii-in-the-tide.mp4`. */
export function downloadName(siteName: string, fileName: string): string {
  return `${siteName.toLowerCase()}_${fileName}`
}
