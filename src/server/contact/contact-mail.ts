import { type Locale, localePath } from '#domain/address/locale-path.ts'
import type { Deps } from '#server/deps.ts'
import type { WrittenMail } from '#server/mail/letter.ts'
import { type ContactMail, queueMail } from '#server/mail/queue-mail.ts'

interface Words {
  topics: Record<ContactMail['topic'], string>
  subject: (site: string, topic: string, clip: number | undefined) => string
  from: (name: string, email: string) => string
  clip: (id: number, url: string) => string
  answer: string
  hint: string
}

/** In the language of the page. */
const WORDS: Record<Locale, Words> = {
  en: {
    topics: {
      question: 'Question',
      licence: 'Licence',
      report: 'Report of a clip',
      feedback: 'Feedback',
    },
    subject: (site, topic, clip) => `[${site}] ${topic}${clip ? `, clip ${clip}` : ''}`,
    from: (name, email) => `${name} (${email}) wrote by the contact form:`,
    clip: (id, url) => `About clip ${id}: ${url}`,
    answer: 'Answer',
    hint: 'A reply to this mail goes to the sender.',
  },
  ja: {
    topics: { question: 'ご質問', licence: 'ライセンス', report: '映像に関する報告', feedback: 'ご意見' },
    subject: (site, topic, clip) => `【${site}】${topic}${clip ? `（映像 ${clip}）` : ''}`,
    from: (name, email) => `${name} 様（${email}）より、お問い合わせフォームから届きました。`,
    clip: (id, url) => `映像 ${id}：${url}`,
    answer: '返信する',
    hint: 'このメールに返信すると、送信者に届きます。',
  },
}

/** A mail to the operator; a reply goes to the sender. */
export function writeContactMail({ site }: Pick<Deps, 'site'>, order: ContactMail): WrittenMail {
  const { name, email, topic, clip, message, locale } = order
  const words = WORDS[locale]
  const about = clip && words.clip(clip, new URL(localePath(locale, `/m/${clip}`), site.url).href)
  return {
    to: site.contact.email,
    replyTo: { name, address: email },
    locale,
    letter: {
      subject: words.subject(site.name, words.topics[topic], clip),
      before: [words.from(name, email), ...paragraphs(message), ...(about ? [about] : [])],
      link: { label: words.answer, url: `mailto:${encodeURIComponent(email).replace('%40', '@')}` },
      after: [words.hint],
    },
  }
}

const paragraphs = (message: string) => message.replaceAll(/\r\n?/g, '\n').split(/\n{2,}/)

/** Queues a visitor's message as a mail to the operator. @throws AppError('tooManyRequests') */
export async function sendMessage(
  { db, rateLimits }: Pick<Deps, 'db' | 'rateLimits'>,
  message: Omit<ContactMail, 'mail'>,
  { address }: { address: string },
): Promise<void> {
  await rateLimits.contactMessages.take(address)
  await queueMail(db, { mail: 'contact', ...message })
}
