/** JSON that is safe inside a script element: it can neither close the element nor open a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
