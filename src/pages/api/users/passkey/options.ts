import { askAnyPasskey } from '#server/accounts/factors/sign-in-with-factor.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'
import { visitorOf } from '#server/http/endpoint/visitor.ts'

export const POST = endpoint((context) => askAnyPasskey(context.locals.deps, visitorOf(context)))
