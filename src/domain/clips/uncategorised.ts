/** The category of clips that have none yet. */
export const UNCATEGORISED = 'uncategorised'
