import { CategoryMove, CategoryPath } from '#contract/studio/categories.ts'
import { moveCategory } from '#server/categories/move-category.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, parseBody } from '#server/http/endpoint/endpoint.ts'

export const POST = endpoint(async (context) => {
  const editor = await requireEditor(context)
  const { key } = parse(CategoryPath, context.params)
  const move = await parseBody(CategoryMove, context.request)
  await moveCategory(context.locals.deps, editor, { key, ...move })
})
