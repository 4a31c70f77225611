/**
 * Order of the style layers. It must come before every sheet, and bundlers may reorder sheets, so the layout writes
 * it as the page's first style; astro.config.mjs allows its hash.
 */
export const LAYER_ORDER = '@layer reset,tokens,base,vendor,components;'
