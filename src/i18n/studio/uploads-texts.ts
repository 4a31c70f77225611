import type { UploadReason, UploadState } from '#domain/studio/upload-states.ts'
import type { Locale } from '../strings.ts'
import { uploadsJa } from './uploads-ja.ts'

const count = (n: number, one: string, many: string) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`

const uploadsEn = {
  drop: 'Drop films, photographs or whole folders here',
  dropNow: 'Let go to add them',
  dropReplace: (clip: number) => `Drop the new file of clip ${clip} here`,
  replaceLead: 'Its number, likes, sets and licences stay.',
  formats:
    'MP4, MOV, WebM, MKV, JPEG, PNG, HEIC, AVIF, TIFF, up to 60 seconds each. Sheets (CSV) and .xmp files are read with them.',
  choose: 'Choose files',
  chooseFolder: 'Choose a folder',
  notTaken: 'Not taken',
  whyNot: {
    kind: 'This kind of file is not taken.',
    empty: 'This file is empty.',
    twice: 'This file is on its way already.',
  },
  dismiss: 'Close',
  sent: (sent: number, all: number) => `${sent} of ${count(all, 'file', 'files')} sent`,
  bytes: (sent: string, all: string) => `${sent} of ${all}`,
  left: (time: string) => `about ${time} left`,
  pause: 'Pause',
  goOn: 'Go on',
  paused: 'Paused. What is sent so far is kept.',
  offline: 'You are offline. It goes on by itself when you are back.',
  processing: (n: number) => `${count(n, 'file is', 'files are')} being processed`,
  ready: (n: number) => `${count(n, 'draft is', 'drafts are')} ready. `,
  drafts: 'See the drafts',
  clear: 'Clear what is done',
  list: 'Files',
  none: 'Nothing is on its way. What you drop above shows here, until it is a draft in the library.',
  interrupted: 'Interrupted. Choose or drop the same file again and it goes on where it stopped.',
  interruptedFiles: (n: number) =>
    n === 1
      ? 'One file was interrupted. Choose it again in this browser, and it goes on where it stopped.'
      : `${n.toLocaleString('en')} files were interrupted. Choose them again in this browser, and they go on where they stopped.`,
  sendStates: {
    queued: 'Waits to be sent',
    checking: 'Is it in the library already?',
    sending: 'Being sent',
    sent: 'Sent',
    known: 'In the library already',
    refused: 'Refused',
    removed: 'Removed',
  },
  states: {
    sending: 'Being sent',
    waiting: 'Waits for its turn',
    probing: 'Being looked at',
    rendering: 'Being rendered',
    ready: 'Ready',
    refused: 'Refused',
    failed: 'Failed',
    cancelled: 'Cancelled',
  } satisfies Record<UploadState, string> as Record<UploadState, string>,
  sheetRead: 'Read',
  stages: {
    reading: 'reading',
    'poster and preview': 'poster and preview',
    films: 'films',
    storing: 'storing',
  } as Record<string, string>,
  reasons: {
    empty: 'The file is empty. Export it again.',
    kind: 'This is not a film or a photograph that we can read.',
    name: 'The name cannot be used. Rename the file and send it again.',
    codec: 'This codec is not taken. Export it as H.264, HEVC, ProRes or VP9.',
    tooLarge: 'It has too many pixels. Export it smaller: films up to 33 megapixels, photographs up to 100.',
    tooSmall: 'It is too small to be sold.',
    shape: 'It is too long and thin: at most 5 to 1.',
    tooLong: 'It is longer than 60 seconds. Cut it.',
    tooShort: 'It is too short to loop.',
    broken: 'The file is damaged. Export or copy it again.',
    changed: 'The file changed while it was read. Send it again.',
    sheet: 'Rows of this sheet cannot be read.',
    known: 'These bytes are in the library already.',
    sheetUnknown: 'The columns of this sheet are not known.',
    storageFull: 'There is no room left on the server. Free some and try again.',
    interrupted: 'The work was interrupted. Try again.',
    expired: 'It was not finished for seven days, and was removed.',
    clipGone: 'The clip that it would replace is gone.',
    damaged: 'It arrived damaged several times. Check the connection and the disk, and send it again.',
    unexpected: 'Something went wrong. Try again; the log has the details.',
  } satisfies Record<UploadReason, string> as Record<UploadReason, string>,
  refusals: {
    STORAGE_FULL: 'There is no room left on the server.',
    KIND_NOT_TAKEN: 'This kind of file is not taken.',
    FILE_TOO_LARGE: 'This file is larger than the server takes.',
    UPLOADS_FULL: 'Too much is waiting to be processed. Try again later.',
    FORBIDDEN: 'You may not upload any more.',
    SIGN_IN_REQUIRED: 'Please log in again.',
    TOKEN_INVALID: 'Please log in again.',
    UPLOAD_DAMAGED: 'It arrived damaged several times. Check the connection and the disk, and send it again.',
    NOT_READABLE: 'The file cannot be read any more. Was it moved or deleted?',
    MEDIA_NOT_FOUND: 'The clip that it would replace is gone.',
  } as Record<string, string>,
  refused: (code: string) => `The server refused it (${code}).`,
  clip: (id: number) => `Clip ${id}`,
  openDraft: (id: number) => `Open clip ${id}`,
  cancel: 'Cancel',
  cancelOf: (name: string) => `Cancel ${name}`,
  retry: 'Try again',
  retryOf: (name: string) => `Try ${name} again`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name} from the list`,
  failed: 'That did not work. Please try again.',
  progressOf: (name: string) => `Progress of ${name}`,
}
export type UploadsTexts = typeof uploadsEn

export function uploadsTexts(locale: Locale): UploadsTexts {
  return locale === 'ja' ? uploadsJa : uploadsEn
}
