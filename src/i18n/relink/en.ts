const count = (total: number, one: string, many: string) =>
  `${total.toLocaleString('en')} ${total === 1 ? one : many}`

export const relinkEn = {
  title: 'Relink comps',
  description: 'Drop your project: get the full films of the comps in it, under the names that it asks for.',
  lead: 'You cut with comps? Drop your project here. You get the full film of each in one zip, under the name that your project asks for, with certificates.',
  privacy: 'Your project stays in your browser. Only names of our clips are looked up.',
  drop: 'Drop project files or a folder here',
  formats: 'Premiere Pro, DaVinci Resolve, Final Cut Pro, After Effects, CapCut, OTIO, EDL, XML and others.',
  chooseFiles: 'Choose files',
  chooseFolder: 'Choose a folder',
  reading: (file: string) => `Reading ${file}…`,
  failed: 'The clips could not be looked up. Please try again.',
  none: 'These files have no name of our films. If your editor encrypts its projects, export XML, EDL or OTIO.',
  noneIn: 'none of our films',
  inFile: (names: number) => count(names, 'name of our films', 'names of our films'),
  problem: {
    tooLarge: 'too large to unpack; only its beginning was read',
    damaged: 'could not be read to its end',
    tooMany: 'more than 2,000 names; the rest was left out',
  },
  filesTitle: 'Files read',
  compsTitle: (comps: number) => `${count(comps, 'film', 'films')} found`,
  editorial: 'Editorial only',
  asked: 'Asked for as',
  shared: 'Several clips have this name. Tick the one that you used.',
  unknownTitle: 'Names of no clip today',
  needsMembership: 'Full films need a membership.',
  seePlans: 'See plans',
  signIn: 'Sign in to get the full films.',
  download: (films: number, size: string) => `Download ${count(films, 'full film', 'full films')} (${size})`,
  howTitle: 'How to relink',
  how: [
    'Unpack the zip. Keep the comps elsewhere, or delete them.',
    'Premiere Pro: select the clips, Make Offline, then Link Media, and locate the first film: the others follow.',
    'DaVinci Resolve: select the clips in the Media Pool, then Relink Selected Clips, and choose the folder.',
    'Final Cut Pro: select the clips, File > Relink Files > Original Media, Locate All, and choose the folder.',
    'Others: move the comps away, open the project, and show it the folder when it asks for the films.',
  ],
}

export type RelinkTexts = typeof relinkEn
