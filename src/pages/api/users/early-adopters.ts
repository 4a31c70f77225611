import { endpoint } from '#server/http/endpoint/endpoint.ts'
import { countTesters } from '#server/testers/list-testers.ts'

/** Never cached, so that pages show how many spots are really left. */
export const GET = endpoint(({ locals }) => countTesters(locals.deps))
