/** What was made, with where it is, as 201. */
export function created(answer: { url: string }): Response {
  const headers = { Location: answer.url, 'Cache-Control': 'no-store' }
  return Response.json(answer, { status: 201, headers })
}
