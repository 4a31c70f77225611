/**
 * Which pages browsers fetch when the pointer rests on a link to them. Within the page, allowed by hash in
 * astro.config.mjs: as a file it would be asked for before the first picture.
 */
export const NEXT_PAGE = JSON.stringify({
  prefetch: [
    {
      where: { href_matches: ['/', '/m/*', '/t/*', '/pricing', '/ja', '/ja/m/*', '/ja/t/*', '/ja/pricing'] },
      eagerness: 'moderate',
    },
  ],
})
