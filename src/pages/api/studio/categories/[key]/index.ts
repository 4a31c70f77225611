import { CategoryLabels, CategoryPath } from '#contract/studio/categories.ts'
import { deleteCategory, renameCategory } from '#server/categories/edit-category.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, parseBody } from '#server/http/endpoint/endpoint.ts'

export const PUT = endpoint(async (context) => {
  const editor = await requireEditor(context)
  const { key } = parse(CategoryPath, context.params)
  const labels = await parseBody(CategoryLabels, context.request)
  await renameCategory(context.locals.deps, editor, { key, ...labels })
})

export const DELETE = endpoint(async (context) => {
  const editor = await requireEditor(context)
  const { key } = parse(CategoryPath, context.params)
  await deleteCategory(context.locals.deps, editor, key)
})
