const count = (total: number, one: string, many: string) => `${total} ${total === 1 ? one : many}`

export const setsEn = {
  promotion: {
    title: (name: string) => `Get ${name} Footages for Free!`,
    headline: (worth: string, name: string, left: string) =>
      `$${worth} Worth of ${name} Footage – Free for ${left}!`,
    days: (days: number) => count(days, 'day', 'days'),
    hours: (hours: number) => count(hours, 'hour', 'hours'),
    description: (clips: number) =>
      `${count(clips, 'looping clip', 'looping clips')} in full HD without watermark, for commercial use and without attribution. Take ${clips === 1 ? 'it' : 'them'} before the time is up.`,
    endedText: (name: string) => `Promotion for Free ${name} Footages Ended`,
  },
  collection: {
    description: (name: string) => `Curated ${name} footage only for you`,
    missingText: (name: string) => `There is no collection ${name} here.`,
    notFound: 'Error: No collection found.',
  },
  oops: { title: 'Oops...', others: 'See other footages' },
  emptyTitle: 'No clips left',
  emptyLead: 'Every clip of this set has been taken out.',
  clips: 'Clips',
  downloadAll: 'Download All',
  download: (title: string) => `Download ${title}`,
  remove: (title: string) => `Remove ${title} from this set`,
  removing: {
    title: 'Remove this clip?',
    lead: (title: string) => `“${title}” will no longer be in this set. It stays in the catalogue.`,
    confirm: 'Remove clip',
    busy: 'Removing…',
    cancel: 'Keep it',
    done: 'The clip was removed.',
    failed: 'The clip could not be removed. Please try again.',
  },
  bulk: {
    signedOutNote: 'Sign in to download, it is free.',
    paidNote: 'Downloading takes a membership.',
    all: (clips: number, size: string) => `${count(clips, 'clip', 'clips')}, ${size}`,
    askTitle: (size: string) => `This set is ${size}`,
    toDisk:
      'It is written to a file of your choice while it comes, so it needs no memory, only room on your disk.',
    inMemory:
      'Your browser cannot write it to disk while it comes: all of it is kept in memory until the end, and that may be too much. Chrome and Edge on a computer can do it, or take the clips one by one.',
    choose: 'Choose where to save',
    anyway: 'Download anyway',
    cancel: 'Cancel',
    progress: 'Download progress',
    running: (done: string, total: string, clips: number, of: number) =>
      `${done} of ${total}, ${clips} of ${count(of, 'clip', 'clips')}`,
    packing: 'Packing…',
    done: (clips: number) => `${count(clips, 'clip was', 'clips were')} saved.`,
    missing: (clips: number) => `${count(clips, 'clip', 'clips')} could not be downloaded:`,
    again: 'Try these again',
    nothing: 'No clip could be downloaded. Please try again.',
    cancelled: 'The download was cancelled.',
    failed: 'The download could not be finished. Please try again.',
    noRoom: 'There is no room left on the disk.',
  },
  /** By the names that the library gives them. */
  lightbox: {
    Lightbox: 'Clips, full screen',
    'Photo gallery': 'Clips',
    Carousel: 'Carousel',
    Slide: 'Clip',
    '{index} of {total}': '{index} of {total}',
    Close: 'Close',
    Play: 'Play slideshow',
    Pause: 'Pause slideshow',
    'Enter Fullscreen': 'Enter fullscreen',
    'Exit Fullscreen': 'Exit fullscreen',
    Thumbnails: 'Thumbnails',
    'Show thumbnails': 'Show thumbnails',
    'Hide thumbnails': 'Hide thumbnails',
    'Zoom in': 'Zoom in',
    'Zoom out': 'Zoom out',
  },
}

export type SetsTexts = typeof setsEn
