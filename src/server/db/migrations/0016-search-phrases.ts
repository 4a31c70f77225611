/**
 * Gave PostgreSQL a function for quoted phrases. Migration 0017 has one function for all matches, and drops this one where
 * it was made; the step stays, since databases remember it.
 */
export async function up(): Promise<void> {}
