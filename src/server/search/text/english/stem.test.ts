import { expect, test } from 'vitest'
import { readWords } from '#server/search/data/read-data.ts'

import { IRREGULAR, stem } from './stem.ts'

const lines = (text: string) =>
  text
    .trim()
    .split(/\s*[\n;]\s*/)
    .map((line) => line.split(' '))

test.each(
  lines(`
    walk walks walking walked; hike hikes hiking hiked; dance dances dancing danced; surf surfing surfed
    run runs running ran; swim swims swimming swam swum; ski skis skiing skied; climb climbing climbed; jog jogging
    cycle cycling cycled; paddle paddling paddled; kayak kayaking; sail sailing sailed; skate skating skated
    sing singing sang sung; eat eating ate eaten; cook cooking cooked; drink drinking drank; sleep sleeping slept
    fly flies flying flew flown; fall falls falling fell fallen; freeze freezing froze frozen; ride riding rode ridden
    drive driving drove driven; write writing wrote written; throw throwing threw thrown; grow growing grew grown
    break breaking broke broken; wear wearing wore worn; sit sitting sat; stand standing stood; catch catching caught
    sweep sweeping swept; build built builds; shine shining shone; blow blowing blew blown; hang hanging hung
    lie lies lying laid; tie ties tying tied; die dying died; dye dyes dyeing dyed; lit lighted lighting
    rain rains raining rained; snow snows snowing snowed; bloom blooms blooming bloomed; blossom blossoms blossoming
    visit visits visiting visited; open opening opened; travel travels traveling travelling travelled
    change changing changed; arrange arranging; bring brings bringing brought; ring rings; ringing rang
    breathe breathing breathed; bathe bathing bathed; settle settling settled; sparkle sparkling; curl curling curled
    crawl crawling; explore exploring explored; prepare prepared; decorate decorated decorating; create creating created
    float floating floated; invite inviting; limit limited; divide dividing; compute computing; capture captured
    carry carries carrying carried; fry fries frying fried; pray prays praying prayed; hurry hurried; play played
    stop stopping stopped; begin beginning began; trek trekking; jump jumped; roll rolling rolled; install installing
    picnic picnicking; panic panicked; focus focusing focussed; agree agreed; see sees seeing seen; go goes going went
    terrace terraced; crowd crowded; mask masked; steam steaming steamed; stripe striped
    temple temples; torch torches; box boxes; bush bushes; glass glasses; potato potatoes; photo photos; hero heroes
    cherry cherries; sky skies; city cities; monkey monkeys; movie movies; cookie cookies; selfie selfies; shoe shoes
    toe toes; house houses; horse horses; rose roses; bus buses; lens lenses; iris irises; canvas canvases
    octopus octopuses octopi; cactus cacti cactuses; virus viruses; quiz quizzes; headache headaches; axe axes ax
    child children; grandchild grandchildren; man men; woman women; fisherman fishermen; person people persons
    foot feet; tooth teeth; goose geese; mouse mice; leaf leaves; wolf wolves; knife knives; shelf shelves
    bookshelf bookshelves; loaf loaves; calf calves; scarf scarves; life lives; wife wives; taxi taxis; kiwi kiwis
    tsunami tsunamis; menu menus; kimono kimonos; building buildings; painting paintings painted; crossing crossings
    wedding weddings; runner runners; oasis oases
    color colors colour colours coloured coloring; colorful colourful; harbor harbour harbours; neighbor neighbours
    favorite favourite; watercolor watercolour; neighborhood neighbourhood; gray grey; center centre centers
    theater theatre theatres; liter litre; kilometer kilometre kilometres; meter metre; fiber fibre
    jewelry jewellery; airplane aeroplane aeroplanes; plow plough ploughs; plowing ploughing ploughed
    mustache moustache moustaches; donut doughnut doughnuts; yogurt yoghurt; cozy cosy; pajamas pyjamas
    aluminum aluminium; catalog catalogue catalogues; dialog dialogue; organize organise organising organized
    organization organisation; analyze analyse analysing; tire tyre tyres; curb kerb; draft draught
    program programme programmes; skeptical sceptical; omelet omelette omelettes; chili chilli chillies chilies
    modeling modelling modelled; traveler traveller travellers; defense defence; license licence; practice practise
    mold mould; whisky whiskey; barbecue barbeque; gingko ginkgo; aging ageing; medieval mediaeval; disk disc
    five 5; ten 10; thousand 1000 thousands; hundred 100; million 1000000; first 1st; third 3rd; second 2nd seconds
    twenty 20; 24h 24hr 24hrs; eighties 80s; story stories storey storeys storied storeyed
  `),
)('%s and its forms are one word', (word, ...forms) => {
  for (const form of forms) expect(stem(form), form).toBe(stem(word!))
})

test.each(
  lines(`
    training train; trained train; towering tower; parking park; parked park; building build; wedding wed; evening even
    painting paint; lighting light; farming farm; morning morn; spring spr; string str; fishing fish; boarding board
    shipping ship; shipped ship; watching watch; rowing row; banking bank; mooring moor; crossing cross; housing house
    bearing bear; seating seat; blooded blood; bowling bowl; boxing box; ironing iron; gardening garden; watering water
    landing land; planting plant; nursing nurse; marching march; waving wave; rocking rock; ringing ring; barking bark
    booking book; smoking smoke; dressing dress; shopping shop; boating boat; camping camp; clearing clear; closing close
    drying dry; wooded wood; bearded beard; winged wing; horned horn; iced ice; typing type; mailing mail; filming film
    clouded cloud; tuning tune; signing sign; papered paper; tabled table; railing rail; flooring floor; roofing roof
    grilling grill; salted salt; fencing fence; netting net; fanning fan; heading head; handed hand; footing foot
    backing back; siding side; facing face; tonguing tongue; timing time; dating date; springing spring
    summing sum; sunned sun; starring star; mooning moon; watered water; streaming stream; snaking snake; dogged dog
    ducking duck; craning crane; sealed seal; swallowed swallow; batting bat; fleeced fleece; milking milk; creamed cream
    buttered butter; sugared sugar; peppered pepper; spiced spice; caked cake; icing ice; piping pipe
    runner run; dancer dance; swimmer swim; skier ski; climber climb; singer sing; driver drive; rider ride
    cooker cook; painter paint; builder build; teacher teach; fisher fish; player play; farmer farm; worker work
    higher high; highest high; warmer warm; biggest big; quickly quick; slowly slow; beautifully beautiful
    reflection reflect; decoration decorate; celebration celebrate; illumination illuminate; construction construct
    production product; station state; snowy snow; rainy rain; sunny sun; cloudy cloud; icy ice; windy wind
    rocky rock; misty mist; prayer pray; flight fly; growth grow; breath breathe; bath bathe; life live; song sing
    leaf leave; leaves leave; wound wind; rose rise; saw see; left leave; ground grind; bound bind; bore bear; felt feel
    shot shoot; spoke speak; dove dive; led lead; found find; drunk drink; bit bite; thought think
    star stare; car care; pin pine; plan plane; cap cape; tap tape; kit kite; hop hope; tub tube; cub cube; van vane
    star starring; pan pane; mat mate; rat rate; fin fine; win wine; rid ride; can cane; man mane; cut cute
    king k; wing w; thing th; sing singe; sing single; bath bathe; cloth clothes; new news; pant pants; short shorts
    rapid rapids; len lens; bu bus; ga gas; canva canvas; iri iris; kansa kansas; christma christmas; pari paris
    specie species; serie series; clas class; dres dress; glas glass; octopu octopus; tenni tennis; swis swiss
    alway always; cosmo cosmos; mar mars; wale wales; his hi; this thi; plus plu
    speed spee; seed see; weed wee; need nee; feed fee; reed ree; red r; bed b; shed sh; sled sl; hundred hundr
    sacred sacr; naked nak; seabed seab; ceiling ceil; pudding pud; sibling sible; dumpling dump; darling darl
    duckling duckle; seedling seed; earring ear; herring her; viking vike; stocking stock
    man mania; women womb; ramen raman; somen soman
    tour tor; hour hor; flour flor; four for; pour por
    timbre timber; care caer; fire fier
    one first; two second; three third; five fifth; four for; eight ate; 80s 80; 5 50; 1st 1
    story store; historic story; storeroom storey
  `),
)('%s is not %s', (a, b) => {
  expect(stem(a!)).not.toBe(stem(b!))
})

test.each(
  `sensu hinamatsuri onsen torii kitsune sakura geta ringo miso akita nebuta hanami senbei ame sake kake ise ume kaede
  ramen somen tsukemen udon soba sushi sashimi tempura matcha wagashi mochi dango taiyaki okonomiyaki takoyaki yatai
  matsuri hanabi yukata kimono obi zori samurai katana ninja geisha maiko shamisen koto taiko noh kabuki bunraku sumo
  judo kendo aikido kyudo ikebana bonsai origami shodo haiku ukiyoe byobu fusuma shoji tatami kotatsu noren engawa
  tokonoma chashitsu jinja tera daibutsu komainu temizuya omikuji ema shimenawa mikoshi fuji hakone nikko nara kyoto
  osaka kobe hiroshima sendai aomori sapporo otaru hokkaido okinawa naha kagoshima kumamoto nagasaki fukuoka kanazawa
  takayama shirakawago biwako shibuya shinjuku ginza asakusa akihabara harajuku ueno odaiba tsukiji shinkansen densha
  eki konbini izakaya ryokan minshuku momiji koyo yuki tsuyu natsu aki fuyu haru umi yama kawa mori sora tsuki hoshi
  kaze hana ki ike taki shima mizuho ine suzume tsubame kame kuma saru shika neko inu usagi tanuki tsuru koi hotaru
  mp4s h264 4k 1080p 2020 f1 e5`
    .split(/\s+/)
    .map((word) => [word]),
)('%s stays as it is', (word) => {
  expect(stem(word)).toBe(word)
})

test('stemming twice changes nothing', () => {
  const formed = readWords('english/apart-roots.txt').flatMap((word) => [
    word,
    `${word.replace(/(?<=[^eo])e$/, '')}ing`,
    `${word}ed`,
    `${word}s`,
  ])
  for (const word of [...IRREGULAR.keys(), ...formed]) expect(stem(stem(word)), word).toBe(stem(word))
})
