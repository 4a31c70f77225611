import type { Reply } from '../http/api.ts'
import { type Html, html } from './html.ts'
import type { Texts } from './texts.ts'

/** A whole page. Each states that no money moves. */
export function pageReply(status: number, texts: Texts, title: string, content: Html): Reply {
  const page = html`<!doctype html>
<html lang="${texts.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title} – ${texts.testPayments}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/emulator.css">
</head>
<body>
<header class="test"><strong>${texts.testPayments}</strong> ${texts.noMoney}</header>
<main>
${content}
</main>
</body>
</html>
`
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
    },
    body: page.text,
  }
}

export function seeOther(location: string): Reply {
  return { status: 303, headers: { location, 'cache-control': 'no-store' }, body: '' }
}

/** A page with a message and a link. */
export function notice(
  status: number,
  texts: Texts,
  { title, text, link }: { title: string; text: string; link?: { href: string; label: string } },
): Reply {
  const way = link && html`<p><a class="button" href="${link.href}">${link.label}</a></p>`
  return pageReply(
    status,
    texts,
    title,
    html`<section class="card narrow"><h1>${title}</h1><p>${text}</p>${way}</section>`,
  )
}
