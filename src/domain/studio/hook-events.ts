/** What the operator's own programs can be told. */
export const HOOK_EVENTS = [
  ...(['clip.published', 'clip.hidden', 'member.joined'] as const),
  ...(['member.left', 'download.made'] as const),
] as const
export type HookEvent = (typeof HOOK_EVENTS)[number]
