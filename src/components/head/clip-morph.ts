/**
 * Moves a tile's picture to the stage of its clip's page, and back (src/styles/morph.css has the movement). Every other
 * navigation is skipped, so it shows at once. In the head, since `pagereveal` comes before the first paint; allowed by
 * hash in astro.config.mjs.
 *
 * `from` and `entry` are the entries of the history that are left and entered. Parts outside the window do not move. The
 * end of a movement that another cut short takes nothing from that one (`last`).
 */
export const CLIP_MORPH = `(d=>{
let last;const find=s=>d.querySelector(s),
clip=({url})=>/^(\\/ja)?\\/m\\/\\d+$/.exec(new URL(url,location).pathname)?.[0],
seen=part=>{const r=part?.getBoundingClientRect();return r?.bottom>0&&r.top<innerHeight&&part},
partOf=({from,entry,navigationType},leaving)=>{
const opened=!(navigationType=='traverse'&&entry.index<from.index)&&clip(entry),path=opened||clip(from);
return path&&seen(find(!opened==!leaving?'.tile[href="'+path+'"]':'.clip-stage'))},
clear=()=>find('[data-morphs]')?.removeAttribute('data-morphs'),
morph=(shown,activation,leaving)=>{
clear();last=shown;if(!shown)return;
for(const each of [shown.ready,shown.updateCallbackDone])each.catch(()=>{});
const part=activation?.from&&partOf(activation,leaving),end=()=>last==shown&&clear();
shown.finished.then(end,end);
part?part.setAttribute('data-morphs',''):shown.skipTransition()};
addEventListener('pageswap',e=>morph(e.viewTransition,e.activation,1));
addEventListener('pagereveal',e=>morph(e.viewTransition,window.navigation?.activation))
})(document)`
