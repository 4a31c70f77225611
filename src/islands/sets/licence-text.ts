import type { Manifest } from '#stores/download/zip-manifest.ts'

/** The licence as plain text for the zip, in both languages. */
export function licenceText({ name, page, terms, downloaded, clips, missing }: Manifest): string {
  const day = downloaded.slice(0, 10)
  return [
    `${name}`,
    page,
    '',
    `Downloaded on ${day}. What you may do with these clips stands in the terms, and each clip has a licence of its own.`,
    `ダウンロード日：${day}。利用できる範囲は利用規約に、各クリップのライセンスは以下にあります。`,
    terms,
    '',
    ...clips.flatMap(({ file, title, licence, certificate }) => [
      file,
      `  ${title}`,
      `  Licence ${licence}`,
      `  ${certificate}`,
      '',
    ]),
    ...(missing.length > 0 ? ['Could not be downloaded / ダウンロードできなかったクリップ:'] : []),
    ...missing.map(({ title, clip }) => `  ${title} ${clip}`),
    '',
  ].join('\r\n')
}
