/**
 * Pages that browsers fetch when the pointer rests on a link to them. Inline, allowed by hash in astro.config.mjs: a
 * file would load before the first picture.
 */
export const NEXT_PAGE = JSON.stringify({
  prefetch: [
    {
      where: { href_matches: ['/', '/m/*', '/t/*', '/pricing', '/ja', '/ja/m/*', '/ja/t/*', '/ja/pricing'] },
      eagerness: 'moderate',
    },
  ],
})
