export function xmlAnswer(body: Buffer | string, type = 'application/xml; charset=utf-8'): Response {
  return new Response(typeof body === 'string' ? body : new Uint8Array(body), {
    headers: { 'Content-Type': type },
  })
}
