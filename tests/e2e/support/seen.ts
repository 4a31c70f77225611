import { expect, type Locator } from '@playwright/test'

/** Expects each of the elements, at least one, to be visible once scrolled to; `toBeVisible` accepts opacity 0. */
export async function expectSeen(elements: Locator): Promise<void> {
  await expect(elements.first()).toBeVisible()
  for (const element of await elements.all()) {
    await element.scrollIntoViewIfNeeded()
    await expect.poll(() => element.evaluate(whyUnseen), String(element)).toBe('')
  }
}

/** Runs in the page. Empty if the element is opaque through all its ancestors and nothing visible covers its centre. */
function whyUnseen(element: Element): string {
  const opacityOf = (node: Element | null): number =>
    node ? Number(getComputedStyle(node).opacity) * opacityOf(node.parentElement) : 1
  if (opacityOf(element) < 0.5) return `its opacity is ${opacityOf(element)}`
  const { left, top, width, height } = element.getBoundingClientRect()
  if (width < 8 || height < 8) return `it measures ${width} × ${height}`
  const above = document
    .elementsFromPoint(left + width / 2, top + height / 2)
    .find((node) => opacityOf(node) > 0)
  return above && element.contains(above) ? '' : `${above?.outerHTML.slice(0, 200)} is over it`
}
