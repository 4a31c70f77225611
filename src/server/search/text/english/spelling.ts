/** British and other spellings, and the one that stands for all: mostly the American. */
const SPELLINGS = new Map(
  `
  grey=gray aeroplane=airplane plough=plow snowplough=snowplow tyre=tire moustache=mustache doughnut=donut
  yoghurt=yogurt yoghourt=yogurt cosy=cozy pyjama=pajama aluminium=aluminum jewellery=jewelry kerb=curb
  draught=draft programme=program sceptical=skeptical sceptic=skeptic omelette=omelet chilli=chili mould=mold
  moult=molt smoulder=smolder whiskey=whisky disc=disk judgement=judgment speciality=specialty artefact=artifact
  defence=defense offence=offense licence=license pretence=pretense practise=practice enquiry=inquiry
  licorice=liquorice verandah=veranda hullo=hello hallo=hello ok=okay racoon=raccoon saree=sari kabob=kebab
  kebob=kebab houmous=hummus tepee=teepee litchi=lychee gingko=ginkgo skilful=skillful wilful=willful
  fulfil=fulfill enrol=enroll instal=install distil=distill instil=instill woollen=woolen marvellous=marvelous
  traveller=traveler modeller=modeler jeweller=jeweler counsellor=counselor leveller=leveler
  archaeology=archeology archaeological=archeological archaeologist=archeologist encyclopaedia=encyclopedia
  paediatric=pediatric orthopaedic=orthopedic anaesthetic=anesthetic aesthetic=esthetic mediaeval=medieval
  manoeuvre=maneuver barbeque=barbecue bbq=barbecue mum=mom ageing=aging sulphur=sulfur
  sulphurous=sulfurous chequered=checkered chequer=checker adviser=advisor sledge=sled waggon=wagon gipsy=gypsy
  carat=karat likeable=likable liveable=livable cauldron=caldron gramme=gram kilogramme=kilogram
  ploughman=plowman nite=night catsup=ketchup pilau=pilaf sombre=somber sabre=saber meagre=meager
  sceptre=scepter ochre=ocher lustre=luster storey=story storied=story storeyed=story multistorey=multistory
  multistoried=multistory hiccough=hiccup carcase=carcass annexe=annex filet=fillet caviare=caviar baulk=balk
  dyke=dike
  `
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split('=') as [string, string]),
)

/** British roots in -our that America spells -or, alone and in longer words: colourful, harbourside. */
const OUR =
  /((?:^|water|multi|uni|dis|mis|un)(?:col|fav|flav|harb|hon|hum|lab|neighb|vap|sav|od|arm|behavi|parl|rum|splend|vig|rig|tum|glam|endeav|cand|clam|ferv|ard|arb|enam|savi|val|ranc))our/
const NO_ENDING_IN_RE = /(?:macab|timb)re$/

/** The common form of a word's spellings: colour is color, theatre theater, organize organise. */
export function oneSpelling(word: string): string {
  const listed = SPELLINGS.get(word)
  if (listed !== undefined) return listed
  if (word.endsWith('re') && /[tb]re$/.test(word) && !NO_ENDING_IN_RE.test(word))
    return `${word.slice(0, -2)}er`
  if (word.endsWith('ogue') && word.length >= SHORTEST_WITHOUT_UE) return word.slice(0, -2)
  return word.replace(OUR, '$1or').replace(/(?<=[a-z]{3}[iy])z(?=(?:er?|ation|able)$)/, 's')
}

/** Vogue and brogue keep their ending; catalogue and dialogue lose it. */
const SHORTEST_WITHOUT_UE = 7
