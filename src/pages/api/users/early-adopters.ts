import { endpoint } from '#server/http/endpoint/endpoint.ts'
import { countTesters } from '#server/testers/list-testers.ts'

/** Never cached, so that pages show the real number of spots. */
export const GET = endpoint(({ locals }) => countTesters(locals.deps))
