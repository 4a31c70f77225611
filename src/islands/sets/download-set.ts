import { SET_WORDS } from '#domain/sets/set-kind.ts'
import { countClick } from '#stores/analytics/activity.ts'
import { $auth } from '#stores/auth/auth.ts'
import { askToSignIn } from '#stores/auth/dialog.ts'
import type { BulkDownload } from '#stores/download/bulk-download.ts'
import type { Manifest } from '#stores/download/zip-manifest.ts'
import { isShown, type SetClip, type ShownSet, signSetClip, type TakenSet } from '#stores/sets/set-clips.ts'
import { type DownloadTexts, downloadFilm, explainUpgrade, hasPaid } from '../player/download-clip.ts'

/** Handles a click on a tile's download icon. */
export function downloadSetClip(set: ShownSet, clip: SetClip, texts: DownloadTexts): Promise<void> {
  const paidOnly = set.kind !== 'promotion'
  return downloadFilm({ id: clip.id, paidOnly, sign: () => signSetClip(set, clip) }, texts)
}

/** Handles a click on Download All, after a sign-in if necessary. */
export function downloadWholeSet(
  set: TakenSet,
  clips: readonly SetClip[],
  { bulk, texts }: { bulk: BulkDownload; texts: DownloadTexts },
): void {
  countClick('DOWNLOAD_CLICK', isShown(set) ? { [SET_WORDS[set.kind]]: set.id } : {})
  const start = async () => {
    if (set.kind === 'promotion' || set.kind === 'comps' || (await hasPaid())) await bulk.start(clips)
    else if ($auth.get()) explainUpgrade(texts)
    else ask()
  }
  // biome-ignore lint/suspicious/noThenProperty: what comes after signing in; nobody awaits the request
  const ask = () => askToSignIn({ view: 'register', then: start })
  ask()
}

const LICENSED = [
  'What you may do with these clips stands in the terms, and each clip has a licence of its own.',
  '利用できる範囲は利用規約に、各クリップのライセンスは以下にあります。',
] as const
const COMPS = [
  'These are comps, to try in a cut. What you publish needs the full films and their licences: relink the comps at /relink.',
  '編集で試すためのコンプです。公開には本編とライセンスが必要です。/relink で本編に置き換えられます。',
] as const

/** The licence as plain text for the zip, in both languages. */
export function licenceText({ name, page, terms, downloaded, clips, missing }: Manifest): string {
  const day = downloaded.slice(0, 10)
  const [en, ja] = clips.some(({ licence }) => licence) ? LICENSED : COMPS
  return [
    `${name}`,
    page,
    '',
    `Downloaded on ${day}. ${en}`,
    `ダウンロード日：${day}。${ja}`,
    terms,
    '',
    ...clips.flatMap(({ file, title, licence, certificate }) => [
      file,
      `  ${title}`,
      ...(licence ? [`  Licence ${licence}`, `  ${certificate}`] : []),
      '',
    ]),
    ...(missing.length > 0 ? ['Could not be downloaded / ダウンロードできなかったクリップ:'] : []),
    ...missing.map(({ title, clip }) => `  ${title} ${clip}`),
    '',
  ].join('\r\n')
}
