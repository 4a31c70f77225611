/**
 * Inline scripts, allowed by hash in astro.config.mjs: the browser decides what the header shows before the first
 * paint.
 */

/**
 * In the head. Marks the document as signed in by the rule of `decodeRecord`, records clicks until the shell runs, and
 * gives a picture that is pasted until then to the search's field for files. Adds to language links what the server does
 * not know: anchor and query.
 */
export const WHO_IS_HERE =
  "(d=>{try{const a=JSON.parse(localStorage.auth);[a.name,a.token,a.refresh_token].every(v=>typeof v=='string')&&" +
  "d.setAttribute('data-signed-in','')}catch{}" +
  "window.earlyClicks=[];addEventListener('click',e=>{const c=s=>e.target.closest?.(s)," +
  "t=c('[data-activity],[data-sign-in],[data-early]'),l=c('a[data-language]');t&&window.earlyClicks?.push(t);" +
  'if(l){l.search=location.search;l.hash=location.hash}},true);' +
  "addEventListener('paste',e=>{const d=e.clipboardData,f=e.target.form?.[1];" +
  "f?.files&&!d.getData('text')&&(f.files=d.files)})})(document.documentElement)"

/** Right after the header: writes the first name, as `firstName` does. */
export const FIRST_NAME =
  "try{document.querySelector('[data-first-name]').textContent=JSON.parse(localStorage.auth).name.trim().split(/\\s+/)[0]}catch{}"

/** Right after the offer of the Japanese page: shows it to who prefers Japanese, until it is closed in this browser. */
export const OFFER_JAPANESE =
  '(p=>{try{if(/^ja/.test(navigator.language)&&!localStorage.offerClosed){p.hidden=false;' +
  "p.querySelector('button').onclick=()=>{localStorage.offerClosed=1;p.remove()}}}catch{}})" +
  '(document.currentScript.previousElementSibling)'
