/**
 * The order of the style layers. It must stand before every sheet, and a bundler is free to order sheets, so the
 * layout writes it as the first style of the page; astro.config.mjs allows it by its hash.
 */
export const LAYER_ORDER = '@layer reset,tokens,base,vendor,components;'
