import { listCategories } from '#server/clips/list-categories.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'

export const GET = endpoint(async ({ locals }) => ({ categories: await listCategories(locals.deps) }), {
  cache: { maxAge: 60, swr: 3600, tags: ['categories'] },
})
