/** Words of a table: one word per key, in lines that are easy to read and to extend. */
const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Not plurals, or plurals with another meaning than the singular. Words in -ss, -us and -is need no entry. */
export const SINGULAR_IN_S = words(`
  canvas christmas xmas kansas arkansas texas atlas alias bias gas pancreas vegas las overseas honduras dallas
  whereas thomas lucas nicholas douglas cosmos chaos ethos pathos rhinoceros thermos asbestos kudos los laos
  barbados carlos series species clothes james charles hercules rabies diabetes sometimes besides always
  nowadays perhaps lens news mars wales athens brussels naples cannes iris ibis trellis mantis pelvis andes
  netherlands maldives seychelles pants shorts rapids blues headquarters gallows mathematics physics gymnastics
  athletics economics aerobics sunglasses jones williams
`)
/** Plurals in -is and -us. */
export const PLURAL_IN_IS_US = words(`
  skis taxis kiwis bikinis tsunamis safaris alibis yetis jacuzzis khakis minis rabbis salamis saris zucchinis
  martinis raviolis chapatis hifis onigiris chilis toriis senseis samurais bonsais kois israelis pakistanis
  bengalis punjabis nepalis iraqis hindus zulus thais menus emus gnus gurus tutus haikus caribous plateaus
  bureaus tableaus chateaus cockatoos kudzus shiatsus
`)
/** Nouns and verbs whose plural in -ches, -xes, -oes, -ies or -uses keeps the e. */
export const SINGULAR_IN_E = words(`
  woe oldie junkie scottie ache headache toothache stomachache backache heartache earache cache niche quiche
  avalanche moustache mustache creche brioche cliche pastiche psyche deluxe shoe toe canoe hoe doe oboe tiptoe
  horseshoe snowshoe aloe foe floe roe mistletoe movie cookie zombie selfie brownie smoothie calorie genie
  hippie rookie prairie magpie pixie hoodie foodie birdie goalie groupie sortie collie newbie walkie talkie
  indie kiddie veggie doggie roomie sweetie cutie necktie bowtie menagerie patisserie brasserie rotisserie eyrie
  budgie boogie bookie beanie bikie brie camaraderie cowrie eerie excuse accuse refuse confuse amuse abuse reuse
  misuse use muse fuse diffuse infuse peruse ruse recluse defuse bemuse
`)

/** Words in -ing and -ed that are no verb form, or things of their own: building, meeting, wedding. */
export const WHOLE = words(`
  morning evening ceiling building wedding meeting dwelling pudding stocking lightning herring earring viking
  king darling sibling duckling fledgling seedling sapling dumpling starling sterling gosling hatchling yearling
  nestling halfling shilling inning outing nothing something anything everything offspring hamstring shoestring
  drawstring heartstring offering living scaffolding plumbing clothing casing railing awning cunning peking
  beijing nanjing chongqing darjeeling wyoming hundred naked sacred wicked rugged hatred kindred crooked jagged
  ragged beloved wretched infrared tired tiring embed riverbed seabed flowerbed deathbed featherbed moped biped
  bloodshed watershed woodshed sled bobsled wed being during inkling changeling underling weakling upbringing
  thanksgiving homecoming housewarming deserted
`)

/**
 * For words without their -ing or -ed. verb.ts restores a lost e by the last letters; these are the roots it would get
 * wrong. First those without an e, then those with one.
 */
export const ROOTS_WITHOUT_E = words(`
  gas bus canvas bias chorus focus rendezvous tarmac combat format chitchat thermostat panic picnic traffic
  mimic pyramid invalid devil pencil stencil peril cabin bulletin coffin debut output input murmur sulfur
  sulphur quiz whiz batik kayak catalog dialog sync embed defocus refocus waltz blitz eat
`)
export const ROOTS_WITH_E = words(`
  chang rang arrang estrang exchang interchang rearrang fring ting bing hing syring cring infring imping unhing
  spong plung loung scroung expung wast past tast hast ax creat recreat procreat delineat permeat exhal inhal
  wholesal renam nicknam prepar compar declar bewar escap reshap landscap videotap interven complet concret
  composit satellit mouss compet secret delet interfer adher rever persever invit unit excit recit ignit incit
  reunit rewrit expedit consol parol becom incom overcom welcom postpon telephon aton condon chaperon telescop
  elop ignor explor restor implor underscor ador promot devot denot not vot quot remot commut profan sooth bath
  sunbath breath cloth loath writh seeth teeth lath scyth avalanch douch cach ach ow ey rout cano snowsho tipto
`)

/** Roots in -ll of more than one syllable that keep both letters: travelling is travel, but installing is install. */
export const ROOTS_IN_LL = words(`
  install quell recall befall refill enroll fulfill distill instill foretell retell resell unroll overfill
  misspell waterfall reinstall uninstall appall enthrall catcall baseball volleyball
`)
