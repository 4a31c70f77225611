/**
 * In the head, allowed by hash in astro.config.mjs. When the page is left, only a tile that was clicked
 * (src/islands/grid/grow-into-clip.ts) keeps the transition. One that is skipped rejects its promises, and the console
 * shows rejections that nobody handles.
 */
export const ONLY_TILES_GROW =
  "addEventListener('pageswap',({viewTransition:t})=>{const d=document.documentElement.dataset,g='grows'in d;delete d.grows;" +
  'if(g||!t)return;for(const p of[t.ready,t.finished,t.updateCallbackDone])p.catch(()=>{});t.skipTransition()})'
