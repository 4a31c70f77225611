import { downloadName } from '#domain/sets/download-name.ts'
import { exportAccount } from '#server/accounts/export-account.ts'
import { requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'
import { contentDisposition } from '#server/media/content-disposition.ts'

export const GET = endpoint(async (context) => {
  const { deps } = context.locals
  const { id } = await requireMember(context)
  context.locals.body = await exportAccount(deps, id)
  return new Response(null, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': contentDisposition('attachment', downloadName(deps.site.name, 'my_data.json')),
      'Cache-Control': 'no-store',
    },
  })
})
