/** Parts of the studio's page about demand. */
export const DEMAND_VIEWS = ['searches', 'rules', 'stock', 'wishes', 'clips', 'creators'] as const
export type DemandView = (typeof DEMAND_VIEWS)[number]
