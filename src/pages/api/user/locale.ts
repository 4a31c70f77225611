import { LocaleInput } from '#contract/accounts.ts'
import { changeLocale } from '#server/accounts/profile.ts'
import { requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'

export const PUT = endpoint(async (context) => {
  const { id } = await requireMember(context)
  const { locale } = await parseBody(LocaleInput, context.request)
  await changeLocale(context.locals.deps, id, locale)
})
