/** JSON that may stand within a script element: nothing in it can end the element or begin a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
