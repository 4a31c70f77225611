import { ContactInput } from '#contract/contact.ts'
import { sendMessage } from '#server/contact/send-message.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'
import { preferredLocale } from '#server/http/endpoint/preferred-locale.ts'
import { visitorOf } from '#server/http/endpoint/visitor.ts'

export const POST = endpoint(async (context) => {
  const { request, locals } = context
  const { locale = preferredLocale(request.headers.get('accept-language')), ...message } = await parseBody(
    ContactInput,
    request,
  )
  await sendMessage(locals.deps, { ...message, locale }, visitorOf(context))
})
