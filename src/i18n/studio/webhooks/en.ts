import type { HookAct, HookDelivery } from '#contract/studio/shop/hooks.ts'
import type { HookEvent } from '#domain/studio/hook-events.ts'

export const webhooksEn = {
  add: 'Add an address',
  url: 'Address',
  urlHint: 'A public https address. What is sent to it is described in docs/guide.md.',
  events: {
    'clip.published': 'A clip was published',
    'clip.hidden': 'A clip was hidden or deleted',
    'member.joined': 'Somebody made an account',
    'member.left': 'An account was deleted',
    'download.made': 'A clip was downloaded',
  } satisfies Record<HookEvent, string> as Record<HookEvent, string>,
  event: 'Event',
  busy: 'One moment…',
  refused: 'Events cannot be sent there. Please check the address.',
  none: 'Please enter an address and choose an event.',
  secret: 'The secret',
  secretLead: 'Your program checks signatures with it. It is shown only now.',
  close: 'I have it',
  acts: { secret: 'New secret', on: 'Turn on again', remove: 'Remove' } satisfies Record<HookAct, string>,
  leads: {
    secret: 'The old secret stays valid for a day.',
    on: 'It is told what happens from now on. What it missed can be sent again.',
    remove: 'It is told nothing more, and its deliveries are deleted.',
  } satisfies Record<HookAct, string>,
  off: (when: string) => `Turned off ${when}: it took no event for a day.`,
  keep: 'Keep it',
  deliveries: 'Last 50 deliveries',
  noDeliveries: 'Nothing has been sent yet.',
  refresh: 'Refresh',
  state: 'State',
  states: { waiting: 'waiting', delivered: 'delivered', failed: 'failed' } satisfies Record<
    HookDelivery['state'],
    string
  >,
  tries: (count: number) => (count === 1 ? '1 try' : `${count} tries`),
  answer: 'Answer',
  again: 'Send again',
}
export type WebhooksTexts = typeof webhooksEn
