import { CategoryOrder } from '#contract/studio/categories.ts'
import { orderCategories } from '#server/categories/edit-category.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'

export const PUT = endpoint(async (context) => {
  const editor = await requireEditor(context)
  const { keys } = await parseBody(CategoryOrder, context.request)
  await orderCategories(context.locals.deps, editor, keys)
})
