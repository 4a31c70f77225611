/**
 * Words that are mostly a thing or a quality, although they can be verbs. Their -ing and -ed forms are an activity or
 * mean something else (train and training, park and parking, light and lighting), so these are one word of their own.
 * The forms of a word that is not here join it, because an unlisted word with such a form is nearly always a verb.
 * Spelled the American way. Left out on purpose: activities (dance, sail, picnic) and looks (crowd, steam, stripe).
 */
export const APART_ROOTS: ReadonlySet<string> = new Set(
  `
  account ace address age air alarm alien alligator angle ape apprentice arm armor array ash asphalt author
  automobile axe bachelor back badge bag ball ballast balloon band bandage bank bar barber bard barge bark
  barrack barrel barricade bat batch bayonet beach bead beak beam bean bear beard beaver bed beef beetle
  bell belly belt bench berry berth bight bill bin birch bird birth black blackjack blade blank blanket
  blind blindfold blob block blood blue board boat body bolt bomb bond bone bonnet book boot border bosom
  boss bottle bottleneck bottom bound bowl box bracket brain brake branch brand bread brick bridge bridle
  brief brigade brim brine brisk bronze brood brook broom brown brush bucket buckle bud budget buff buffalo
  buffer bug bugle bull bulwark bunch bundle bunk bunker burr burrow bus bush butcher butter button cab
  cabbage cabin cable cache cage cake calendar camp canal candle candy cane cannon canopy cantilever canvas
  cap capsule captain caravan card carp carpenter carpet cart cartoon case cash casket castle cat cave
  cavern cement center chain chair chalk chamber champion character charcoal charge chariot charleston charm
  chart charter cheek cheese chin chip chord chrome chunk church chute circle circuit clam class claw clear
  clerk clip cloak clock clone close closet cloud clown club cluster coach coal coast coat cocoon cod code
  coffin coin coke collar comb compact compost concertina concrete condition cone conjugate console cooper
  copper cord core cork corkscrew corn corner cornice costume cotton couch counter counterbalance couple
  course court cow cowl cox crab crane crate cream credit crest crew crib cricket crook crop cross crow
  crown crust cub cube cuckoo culture cup curb curtain cushion damp date deck devil dial dice dimple dish
  disk district ditch dock doctor document dog dope dot down dress drone dry duck dun dung dyke eagle ear
  earth eave edge egg elbow enamel engineer even eye eyeball face fair falcon fan farm fast fat father
  feather fee fence field figure filet film fin finger fire firm fish fissure flag flank fleece fleet flesh
  flight floor floss flour flower fluff flux foam fodder fog foil fool foot ford forearm fork form fort
  forward founder fowl fox fraction fragment frame frank free freight fringe frock frog front fruit fuel
  fund funnel fur gable gang gap garage garden garland garment garrison gas gate gauge gear gift gin ginger
  girdle glass gong goose gown grade grain grandstand graph grass grate grave gravel grease green grill
  groin groom groove ground group grub guard gum gun gut gutter guy hair ham hammer hand harbor harp hash
  hat haw hawk hay head heap hedge heel helm hem herd hill hinge hive hoe hole hollow home homestead honey
  hood hoof hoop hoover horn horse horseshoe hose host hound house hull husband ice image incense inch index
  ink inset instrument iron jack jacket jade jag jail jam jar jaw jet jewel joint jug junk keel key kid kip
  kit kite kitten knife knight knot knuckle labor ladder laden lamb lance land landscape lap lark layer leaf
  league leash leather leech leg letter level lever light lighter lime line lipstick lithograph load loaf
  loft log long lord lumber lump lyric machine mail major man manifold mantle manure map marble march market
  maroon martyr mass master mat mate metal meter middle milk mill mind minister mint mirror mist moat mob
  model mold moon moor moot mortar mother motor mound mount mouse mousse mouth mud muddy muff mug muscle
  mushroom mute muzzle nail name near neck needle neighbor nerve nest net network nickel nose nurse nut
  object officer oil orb ornament outfit output oyster package pad page paint pale palm pan panel panhandle
  paper parallel parcel parent park parrot part partition partner party paste pasture patch patrol paw pawn
  peach peak pearl peg pen pencil pension pepper perfume perm pet petal phase phone phrase picket pickle
  picture piece pig pigment pile pillow pilot pin pine pink pinnacle pipe pit pitch pitchfork place plain
  plan plane plank plant plaster plate plot plug pocket pod point pole police pool port porter position post
  pot potter pouch pound powder power prawn present prime prize profile program prop pulp pump pup purple
  quack quarter quarterback queen queer queue quiz rabbit rack radio raft rag rail railroad ramp ranch range
  rank rat rate ration ray razor rear record reef referee regiment rein rib rice ridge rifle right rim ring
  roach robe rock rocket roof rook room root rope round route row rubber rubbish ruff rule rut sack saddle
  saint salt salve sand sandwich satellite sauce scaffold scale scalp scarf school score scotch scourge
  scrap screen screw script sculpture seal seam season seat second section sediment seed segment sense
  service shack shade shadow shank shark sheer sheet shell shelter shepherd shield shin shingle ship
  shipwreck shirt shoal shoe shoot shop shore short shoulder shovel shrimp shutter side sideline sign signal
  silver site skin skipper skirt slave slit slope slum smelt smoke snack snail snake snowball soap sock sod
  soil soldier sole soup source space spade speck speed spice spike spirit sponge spoon sport spot spring
  spruce square stable staff stage stake stall staple star starboard starch state station steamer steel stem
  step stick still stock stockade stomach stone stool store strand strap straw stream string strip structure
  stub stud stuff stump style submarine sugar suit sulfur sum summit sun surface suture swallow swamp swan
  syndicate table tag tail tailor tank tap tape tar target tariff tax taxi team tee telegraph telephone
  tenant tender tent tenure text theme thermostat throne throng throttle thumb ticket tide till timber time
  tin tip tire tissue title toe toll tongue tool top torch torpedo tout towel tower toy track traffic trail
  train tram transit trap trash treasure tree trench troop truck trumpet trunk tube tucker tune tunnel turf
  twig twin type uniform valet vault vein verge vermilion verse vet view voice waitress wall wallpaper ward
  ware warehouse watch water watercolor wattle wave wax weather web wedge wee weed weight well whale wharf
  wheel white widow wind wine wing wire witch wolf wood word worm yacht yellow yoke zinc zone
`
    .trim()
    .split(/\s+/),
)
