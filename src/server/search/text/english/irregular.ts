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
  fall fell fallen
  feed fed
  fight fought
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
