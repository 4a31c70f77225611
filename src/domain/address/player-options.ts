/** How an embedded player plays. Default: muted, in a loop. */
export interface PlayerOptions {
  loop: boolean
  muted: boolean
}

const OFF = ['0', 'false', 'off', 'no']

/** Options from the query of a player's URL: `loop`, and `muted` or `mute`. */
export function playerOptions(query: URLSearchParams): PlayerOptions {
  const isOn = (value: string | null) => !OFF.includes(value?.toLowerCase() ?? '')
  return { loop: isOn(query.get('loop')), muted: isOn(query.get('muted') ?? query.get('mute')) }
}

/** Query for these options; empty for the defaults, so that each player has one URL. */
export function playerQuery({ loop, muted }: PlayerOptions): string {
  const query = new URLSearchParams()
  if (!loop) query.set('loop', '0')
  if (!muted) query.set('muted', '0')
  return query.size > 0 ? `?${query}` : ''
}
