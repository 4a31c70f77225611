/**
 * Scripts that stand in the page itself, allowed by their hashes in astro.config.mjs. Every page is the same for every
 * visitor, so what the header shows is decided in the browser, and before anything is painted.
 */

/**
 * In the head: marks the document as a signed-in person's, by the rule of `decodeRecord`; remembers clicks until the
 * shell is awake; and takes along to the other language what the server leaves out of a page for everybody: the anchor,
 * and a query that it does not know.
 */
export const WHO_IS_HERE =
  "(d=>{try{const a=JSON.parse(localStorage.auth);[a.name,a.token,a.refresh_token].every(v=>typeof v=='string')&&" +
  "d.setAttribute('data-signed-in','')}catch{}" +
  "window.earlyClicks=[];addEventListener('click',e=>{const c=s=>e.target.closest?.(s)," +
  "t=c('[data-activity],[data-sign-in],[data-early]'),l=c('a[data-language]');t&&window.earlyClicks?.push(t);" +
  'if(l){l.search=location.search;l.hash=location.hash}},true)})(document.documentElement)'

/** Right after the header: writes the first name, as `firstName` does. */
export const FIRST_NAME =
  "try{document.querySelector('[data-first-name]').textContent=JSON.parse(localStorage.auth).name.trim().split(/\\s+/)[0]}catch{}"
