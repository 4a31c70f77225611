import { persistentAtom } from '@nanostores/persistent'

/** The kind of file that was taken last. */
export const $lastFormat = persistentAtom<string>('format', '')

/** The file that is being made, as `7 prores`, so that a reload goes on waiting; otherwise empty. */
export const $makingFormat = persistentAtom<string>('making', '')
