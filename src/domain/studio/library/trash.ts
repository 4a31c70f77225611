import { DAY_MS } from '../../dates/spans.ts'

/** How long a clip stays in the trash before it is removed for good. */
export const TRASH_DAYS = 30

/** When a clip that was put into the trash then is removed for good. */
export const trashEnds = (trashedAt: string) => new Date(Date.parse(trashedAt) + TRASH_DAYS * DAY_MS)
