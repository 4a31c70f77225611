import type { Caller } from '#contract/call.ts'
import type { CallRoomName } from '#contract/call-rooms.ts'

interface RoomWords {
  title: string
  /** Empty lines between paragraphs. */
  about: string
}

const who: Record<Caller, string> = {
  anyone: 'Anyone',
  member: 'Members',
  paid: 'Paid members',
  editor: 'Editors',
  admin: 'The admin',
}

export const developersEn = {
  title: 'API for developers',
  description: 'Search, license and download looping clips from your own programs.',
  lead: 'Search, license and download clips from your own programs. JSON over HTTP, described by one document.',
  document: 'The OpenAPI 3.1 document',
  documentLead: 'Generators make typed clients of it. With',
  contents: 'Calls',
  overview: 'Overview',
  find: 'Find a call',
  found: 'Found: {count}',
  first: 'A first request',
  firstLead: 'It needs no account.',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Select it to copy',
  rules: 'What all calls share',
  rule: [
    {
      title: 'Signing in',
      text: '[GET /api/users/login](/developers/accounts#login) takes e-mail address and password by Basic authorization and answers an `access_token`, which other calls take as `Authorization: Bearer`. Programs better take a [key](/developers/keys), which the page of an account makes. It lives `expires_in` seconds; [POST /api/users/refresh-token](/developers/accounts#refresh) gives the next one.',
    },
    {
      title: 'Lists',
      text: 'A list has `offset`, `next_offset` and `total`, with 40 items, or as many clips as the shop says. `next_offset` is null at the end; pass it as `offset` to go on.',
    },
    {
      title: 'Values',
      text: 'Durations are seconds, bit rates bits per second, times ISO 8601 in UTC. Addresses of pictures and films are paths on this site. A clip’s `id` is the number of its page, `/m/{id}`.',
    },
    {
      title: 'Errors',
      text: 'An error has a `status` (a code in capitals), a `message` for developers and a `request_id`. `BAD_REQUEST` names the field. After `TOKEN_INVALID`, refresh. 429 `TOO_MANY_REQUESTS` and 503 say in `Retry-After` when to try again. 405 has `Allow`.',
    },
    {
      title: 'Limits',
      text: 'Limits count by address; an IPv6 address counts as its 64-bit network. Each room of calls names its own.',
    },
  ],
  rooms: undefined as Record<CallRoomName, RoomWords> | undefined,
  englishCalls: '',
  who,
  whoLabel: 'For',
  key: 'Scope of a key',
  proof: 'Needs a recent proof of password or factor',
  parameters: 'Parameters',
  body: 'Body',
  required: 'required',
  default: 'default',
  request: 'Request',
  answer: 'Answer',
  noContent: 'without content',
  file: 'A file',
  redirect: 'leads to the film',
  errors: 'Errors',
  schemas: 'Data',
}

export type DevelopersTexts = typeof developersEn
