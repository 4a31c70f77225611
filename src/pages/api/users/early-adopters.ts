import { endpoint } from '#server/http/endpoint/endpoint.ts'
import { countTesters } from '#server/testers/count-testers.ts'

/** Never kept: what a page says of the spots left shall be true. */
export const GET = endpoint(({ locals }) => countTesters(locals.deps))
