/**
 * Moves a tile's picture to the stage of its clip's page, and back (src/styles/morph.css has the movement). Every other
 * navigation is skipped, so it shows at once. In the head, since `pagereveal` comes before the first paint; allowed by
 * hash in astro.config.mjs.
 *
 * `from` and `entry` are the entries of the history that are left and entered. Parts outside the window do not move. The
 * end of a movement that another cut short takes nothing from that one (`last`).
 */
export const CLIP_MORPH = `(d=>{
let last;const clipAt=({url})=>/^(\\/ja)?\\/m\\/\\d+$/.exec(new URL(url,location).pathname)?.[0],
seen=part=>{const r=part?.getBoundingClientRect();return r&&r.bottom>0&&r.top<innerHeight?part:null},
stage=()=>seen(d.querySelector('.clip-stage')),
tile=path=>seen(d.querySelector('.tile[href="'+path+'"]')),
partOf=({from,entry,navigationType},leaving)=>{
const goesBack=navigationType=='traverse'&&entry.index<from.index,opened=!goesBack&&clipAt(entry),closed=clipAt(from);
if(opened)return leaving?tile(opened):stage();
if(closed)return leaving?stage():tile(closed)},
clear=()=>d.querySelector('[data-morphs]')?.removeAttribute('data-morphs'),
morph=({viewTransition:shown,activation},leaving)=>{
clear();last=shown;if(!shown)return;
for(const each of [shown.ready,shown.updateCallbackDone,shown.finished])each.then(()=>{},()=>{});
const part=activation?.from&&partOf(activation,leaving);
if(!part)return shown.skipTransition();
part.setAttribute('data-morphs','');
const end=()=>last==shown&&clear();shown.finished.then(end,end)};
addEventListener('pageswap',e=>morph(e,true));
addEventListener('pagereveal',({viewTransition})=>morph({viewTransition,activation:window.navigation?.activation},false))
})(document)`
