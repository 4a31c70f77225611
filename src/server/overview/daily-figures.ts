import type { Db } from '#server/db/schema.ts'

/** Writes a day's figures. @param day of the shop's time zone */
export async function writeFigures(
  db: Db,
  day: string,
  figures: Readonly<Record<string, number>>,
): Promise<void> {
  const rows = Object.entries(figures).map(([name, value]) => ({ name, day, value }))
  if (rows.length === 0) return
  await db
    .insertInto('daily_figures')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['name', 'day']).doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })),
    )
    .execute()
}

/** Figures since a day, by name and day. */
export async function readFigures(
  db: Db,
  names: readonly string[],
  since: string,
): Promise<Map<string, Map<string, number>>> {
  const rows = await db
    .selectFrom('daily_figures')
    .selectAll()
    .where('name', 'in', names)
    .where('day', '>=', since)
    .execute()
  const byName = Map.groupBy(rows, ({ name }) => name)
  return new Map(
    [...byName].map(([name, ofName]) => [name, new Map(ofName.map(({ day, value }) => [day, value]))]),
  )
}
