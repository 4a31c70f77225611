import { type Locale, localePath } from '#domain/address/locale-path.ts'
import { fileNameOf } from '#domain/clips/file-kinds.ts'
import { downloadName } from '#domain/sets/download-name.ts'
import { findAccount } from '#server/accounts/find-account.ts'
import type { Deps } from '#server/deps.ts'
import { findForm } from '#server/downloads/wanted-file.ts'
import type { WrittenMail } from '#server/mail/letter.ts'
import type { FileMail } from '#server/mail/queue-mail.ts'

/** Undefined if the account or the clip is gone. */
export async function writeFileMail(
  { db, site }: Pick<Deps, 'db' | 'site'>,
  { mail, userId, clip: id, kind }: FileMail,
): Promise<WrittenMail | undefined> {
  const account = await findAccount({ db }, 'id', userId)
  const clip = await findForm(db, { id })
  if (!account || !clip) return undefined
  const { email: to, locale } = account
  const file = downloadName(site.name, fileNameOf(kind, clip.file_name, clip))
  const page = new URL(localePath(locale, `/m/${id}`), site.url).href
  const url = `${page}#format=${kind}`
  const [subject, text] = WORDS[mail][locale](site.name, file)
  const label = locale === 'ja' ? '動画のページを開く' : 'Go to the clip'
  return { to, locale, letter: { subject, before: [text], link: { label, url }, after: [] } }
}

/** Subject and text, for a site and a file's name. */
const WORDS: Record<FileMail['mail'], Record<Locale, (site: string, file: string) => [string, string]>> = {
  fileMade: {
    en: (site, file) => [
      `Your file from ${site} is ready`,
      `${file} is ready. It downloads from the clip's page:`,
    ],
    ja: (site, file) => [
      `【${site}】ファイルの準備ができました`,
      `${file}の準備ができました。動画のページからダウンロードできます。`,
    ],
  },
  fileFailed: {
    en: (site, file) => [
      `Your file from ${site} could not be made`,
      `We could not make ${file}. We are sorry. You can try again, or choose another format:`,
    ],
    ja: (site, file) => [
      `【${site}】ファイルを作成できませんでした`,
      `申し訳ございません。${file}を作成できませんでした。もう一度お試しいただくか、別の形式をお選びください。`,
    ],
  },
}
