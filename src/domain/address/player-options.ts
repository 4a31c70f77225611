/** How an embedded film plays: again and again, and without sound, unless it is asked not to. */
export interface PlayerOptions {
  loop: boolean
  muted: boolean
}

const OFF = ['0', 'false', 'off', 'no']

/** From the query of a player's address: `loop`, and `muted` or `mute`. */
export function playerOptions(query: URLSearchParams): PlayerOptions {
  const isOn = (value: string | null) => !OFF.includes(value?.toLowerCase() ?? '')
  return { loop: isOn(query.get('loop')), muted: isOn(query.get('muted') ?? query.get('mute')) }
}

/** The query that stands for them: empty where nothing is asked for, so that a player has one address. */
export function playerQuery({ loop, muted }: PlayerOptions): string {
  const query = new URLSearchParams()
  if (!loop) query.set('loop', '0')
  if (!muted) query.set('muted', '0')
  return query.size > 0 ? `?${query}` : ''
}
