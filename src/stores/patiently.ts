import { ApiError } from '#contract/request.ts'

/** Repeats a call as often as the server says when to come again. @throws what the last one throws */
export async function patiently<Answer>(call: () => Promise<Answer>, tries = 10): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    const seconds = error instanceof ApiError && error.retryAfterSeconds
    if (!seconds || tries <= 1) throw error
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    return patiently(call, tries - 1)
  }
}
