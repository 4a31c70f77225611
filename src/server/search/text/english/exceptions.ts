/** Words of a table: one word per key, in lines that are easy to read and to extend. */
const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Each line is a word and then the forms that mean it. */
function forms(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const line of text.trim().split('\n')) {
    const [base, ...others] = line.trim().split(/\s+/)
    for (const form of others) found.set(form, base!)
  }
  return found
}

/**
 * Irregular forms. Left out are those that are better known as another word: rose, saw, left, felt, found (town), wound,
 * ground, bound, bore, bit, spoke, shot, drunk, led, dove, stole, thought. `lie` and `lay` are one, as most people
 * write. A word in -ing as the base belongs to a root that stays apart from its forms.
 */
export const IRREGULAR = forms(`
  person people persons
  ox oxen
  penny pence
  tv tvs
  gas gases
  bus buses busses
  quiz quizzes quizzed quizzing
  axe ax axes
  chili chilies chillies chiles
  focus focuses focusses focussed focussing
  cactus cacti
  octopus octopi
  fungus fungi
  larva larvae
  alga algae
  antenna antennae
  oasis oases
  crisis crises
  analysis analyses
  phenomenon phenomena
  deer deers
  jewel jewels
  agree agreed
  disagree disagreed
  guarantee guaranteed
  freeing freed
  be am is are was were been being
  beat beaten
  become became
  begin began begun
  bend bent
  bite bitten
  bleed bled
  blow blew blown
  break broke broken
  breed bred
  bring brought
  build built
  burn burnt
  buy bought
  canoe canoed
  catch caught
  choose chose chosen
  cling clung
  come came
  creep crept
  deal dealt
  die dies died dying
  dig dug
  do does did done
  draw drew drawn
  dream dreamt
  drink drank
  drive drove driven
  dye dyes dyed dyeing
  eat ate eaten
  eying eyed eyeing
  fall fell fallen
  feed fed
  fight fought
  felling felled
  flee fled
  fling flung
  fly flew flown
  forget forgot forgotten
  forgive forgave forgiven
  freeze froze frozen
  get got gotten
  give gave given
  go goes went gone
  grow grew grown
  hang hung
  have has had
  hear heard
  hide hid hidden
  hold held
  keep kept
  kneel knelt
  know knew known
  lay lie lies lied lying lain laid
  lean leant
  leap leapt
  learn learnt
  lend lent
  lighting lit
  lose lost
  make made
  meet met
  mimic mimicked mimicking
  mow mown
  panic panicked panicking
  pay paid
  picnic picnicked picnicking
  prove proven
  ride rode ridden
  ringing rang rung
  rise risen
  run ran
  say said
  see seen
  seek sought
  sell sold
  send sent
  sew sewn
  shake shook shaken
  shine shone
  show shown
  shrink shrank shrunk shrunken
  sing sang sung
  sink sank sunk sunken
  sit sat
  ski skied
  sleep slept
  slide slid
  sling slung
  sow sown
  speak spoken
  speeding sped
  spend spent
  spill spilt
  spin spun
  spit spat
  spoil spoilt
  springing sprang sprung
  stand stood
  steal stolen
  sticking stuck
  sting stung
  stink stank stunk
  strike struck stricken
  strive strove striven
  stringing strung
  swear swore sworn
  sweep swept
  swell swollen
  swim swam swum
  swing swung
  take took taken
  taxi taxied
  teach taught
  tear tore torn
  tell told
  throw threw thrown
  tie ties tied tying
  traffic trafficked trafficking
  tread trod trodden
  understand understood
  undergo underwent undergone
  untie untied untying
  wake woke woken awoke awake awaken awakened awakening
  wear wore worn
  weave wove woven
  weep wept
  win won
  withdraw withdrew withdrawn
  wring wrung
  write wrote written
`)

/** Plurals that change inside, alone or at the end of a longer word: grandchildren, bookshelves. */
export const IRREGULAR_ENDS = forms(`
  child children
  woman women
  foot feet
  tooth teeth
  goose geese
  mouse mice
  wife wives
  knife knives
  shelf shelves
  wolf wolves
  thief thieves
  loaf loaves
  half halves
  calf calves
  hoof hooves
  scarf scarves
  dwarf dwarves
  wharf wharves
  leaf leaves
  sheaf sheaves
`)
/** As above, but only alone: they also end other words. */
export const IRREGULAR_ALONE = forms(`
  man men
  life lives
  elf elves
  self selves
  louse lice
  fireman firemen
  policeman policemen
  seaman seamen
  gentleman gentlemen
  horseman horsemen
  cameraman cameramen
  tradesman tradesmen
  fisherman fishermen
  handyman handymen
  snowman snowmen
  craftsman craftsmen
  workman workmen
`)

/** Not plurals, or plurals that mean something else than the singular. Words in -ss, -us and -is need no entry. */
export const SINGULAR_IN_S = words(`
  canvas christmas xmas kansas arkansas texas atlas alias bias gas pancreas vegas las overseas honduras dallas whereas
  thomas lucas nicholas douglas cosmos chaos ethos pathos rhinoceros thermos asbestos kudos los laos barbados carlos
  series species clothes james charles hercules rabies diabetes sometimes besides always nowadays perhaps lens news mars
  wales athens brussels naples cannes iris ibis trellis mantis pelvis andes netherlands maldives seychelles pants shorts
  rapids blues headquarters gallows mathematics physics gymnastics athletics economics aerobics sunglasses jones
  williams
`)
/** Plurals in -is and -us. */
export const PLURAL_IN_IS_US = words(`
  skis taxis kiwis bikinis tsunamis safaris alibis yetis jacuzzis khakis minis rabbis salamis saris zucchinis martinis
  raviolis chapatis hifis onigiris chilis toriis senseis samurais bonsais kois
  israelis pakistanis bengalis punjabis nepalis iraqis hindus zulus thais
  menus emus gnus gurus tutus haikus caribous plateaus bureaus tableaus chateaus cockatoos kudzus shiatsus
`)
/** Nouns and verbs whose plural in -ches, -xes, -oes, -ies or -uses keeps the e. */
export const SINGULAR_IN_E = words(`
  woe oldie junkie scottie ache headache toothache stomachache backache heartache earache cache niche quiche avalanche moustache mustache creche
  brioche cliche pastiche psyche deluxe shoe toe canoe hoe doe oboe tiptoe horseshoe snowshoe aloe foe floe roe mistletoe
  movie cookie zombie selfie brownie smoothie calorie genie hippie rookie prairie magpie pixie hoodie foodie birdie
  goalie groupie sortie collie newbie walkie talkie indie kiddie veggie doggie roomie sweetie cutie necktie bowtie
  menagerie patisserie brasserie rotisserie eyrie budgie boogie bookie beanie bikie brie camaraderie cowrie eerie
  excuse accuse refuse confuse amuse abuse reuse misuse use muse fuse diffuse infuse peruse ruse recluse defuse bemuse
`)

/** Words in -ing and -ed that are no form of a verb, or are a thing of their own: building, meeting, wedding. */
export const WHOLE = words(`
  morning evening ceiling building wedding meeting dwelling pudding stocking lightning herring earring viking king darling
  sibling duckling fledgling seedling sapling dumpling starling sterling gosling hatchling yearling nestling halfling
  shilling inning outing nothing something anything everything offspring hamstring shoestring drawstring heartstring
  offering living scaffolding plumbing clothing casing railing awning cunning peking beijing nanjing chongqing darjeeling
  wyoming hundred naked sacred wicked rugged hatred kindred crooked jagged ragged beloved wretched infrared tired tiring
  embed riverbed seabed flowerbed deathbed featherbed moped biped bloodshed watershed woodshed sled bobsled wed
  being during inkling changeling underling weakling upbringing thanksgiving homecoming housewarming
`)

/**
 * For what is left without -ing or -ed. The rule in verb.ts gives back a lost e by the last letters; here are the roots
 * that it would read wrongly. First those that have no e, then those that have one.
 */
export const ROOTS_WITHOUT_E = words(`
  gas bus canvas bias chorus focus rendezvous tarmac combat format chitchat thermostat panic picnic traffic mimic pyramid
  invalid devil pencil stencil peril cabin bulletin coffin debut output input murmur sulfur sulphur quiz whiz batik catalog dialog sync embed waltz
  blitz eat
`)
export const ROOTS_WITH_E = words(`
  chang rang arrang estrang exchang interchang rearrang fring ting bing hing syring cring infring imping unhing spong plung loung scroung
  expung wast past tast hast ax creat recreat procreat delineat permeat
  exhal inhal wholesal renam nicknam prepar compar declar bewar escap reshap landscap videotap interven complet compet
  secret delet interfer adher rever persever invit unit excit recit ignit incit reunit rewrit expedit consol parol becom incom
  overcom welcom postpon telephon aton condon chaperon telescop elop ignor explor restor implor underscor ador promot
  devot denot not vot quot remot commut profan sooth bath sunbath breath cloth loath writh seeth teeth lath scyth
  avalanch douch cach ach ow rout cano snowsho tipto
`)

/** Roots in -ll of more than one syllable that keep both letters: travelling is travel, but installing is install. */
export const ROOTS_IN_LL = words(`
  install quell recall befall refill enroll fulfill distill instill foretell retell resell unroll overfill misspell waterfall
  reinstall uninstall appall enthrall catcall baseball volleyball
`)
