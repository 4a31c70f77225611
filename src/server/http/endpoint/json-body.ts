import { AppError } from '#contract/errors.ts'
import { parse, type Schema } from './endpoint.ts'

/** The body as the schema wants it. @throws AppError('badRequest') for what is no JSON, or not of the schema */
export async function parseBody<Output>(schema: Schema<Output>, request: Request): Promise<Output> {
  const body: unknown = await request.json().catch((cause) => {
    throw new AppError('badRequest', 'the body must be JSON', { cause })
  })
  return parse(schema, body)
}
