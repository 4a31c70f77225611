import type { Deps } from '#server/deps.ts'

/** Keeps what somebody says of their occupation; a later answer replaces it. */
export async function answerSurvey(
  { db }: Pick<Deps, 'db'>,
  userId: number,
  occupation: string,
): Promise<void> {
  await db.updateTable('users').set({ survey_occupation: occupation }).where('id', '=', userId).execute()
}
