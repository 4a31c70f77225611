import { CategoryInput } from '#contract/studio/categories.ts'
import { addCategory } from '#server/categories/edit-category.ts'
import { listCategoryLines } from '#server/categories/list-categories.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'

export const GET = endpoint(async (context) => {
  await requireEditor(context)
  return listCategoryLines(context.locals.deps)
})

export const POST = endpoint(async (context) => {
  const editor = await requireEditor(context)
  await addCategory(context.locals.deps, editor, await parseBody(CategoryInput, context.request))
})
