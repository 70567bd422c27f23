import type { Mail } from './message.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

const paragraph = (text: string): string =>
  `<p style="margin:0 0 16px;font-size:16px;line-height:24px">${escaped(text).replaceAll('\n', '<br>')}</p>`

const fact = ([name, value]: readonly [string, string]): string =>
  `<tr><th class="quiet line" scope="row" style="padding:8px 16px 8px 0;border-bottom:1px solid #e4e9ec;text-align:left;` +
  `vertical-align:top;white-space:nowrap;font-size:14px;line-height:20px;font-weight:400;color:#52616a">${escaped(name)}</th>` +
  `<td class="line" style="padding:8px 0;border-bottom:1px solid #e4e9ec;text-align:right;font-size:14px;` +
  `line-height:20px;font-weight:600;font-variant-numeric:tabular-nums">${escaped(value)}</td></tr>`

const table = (facts: NonNullable<Mail['facts']>): string =>
  `<table style="width:100%;margin:0 0 24px;border-collapse:collapse">${facts.map(fact).join('')}</table>`

const button = (text: string, url: string): string =>
  `<p style="margin:24px 0"><a class="button" href="${escaped(url)}" style="display:inline-block;padding:12px 20px;` +
  `border-radius:8px;background:#1b6a7e;color:#ffffff;font-size:16px;line-height:20px;font-weight:600;` +
  `text-decoration:none">${escaped(text)}</a></p>` +
  `<p class="quiet" style="margin:0 0 16px;font-size:14px;line-height:20px;color:#52616a">If the button does not work, ` +
  `open this address:<br><a class="link" href="${escaped(url)}" style="color:#1b6a7e;word-break:break-all">` +
  `${escaped(url)}</a></p>`

const quietLink = (text: string, url: string): string =>
  `<p style="margin:0 0 16px;font-size:14px;line-height:20px"><a class="link" href="${escaped(url)}" ` +
  `style="color:#1b6a7e">${escaped(text)}</a></p>`

/** The dark colours, for mail programs that ask; the others show the colours that stand at each element. */
const dark =
  '@media (prefers-color-scheme:dark){body{background:#0e1418!important;color:#dbe2e6!important}' +
  'main{background:#1b252b!important}.quiet{color:#95a3ab!important}.line{border-color:#303c43!important}' +
  '.link,.name{color:#8fc8d5!important}}'

/** The mark of the product: mail programs show neither SVG nor a picture that they would have to ask for. */
const mark =
  '<span aria-hidden="true" style="display:inline-block;width:28px;height:28px;margin-right:10px;border-radius:7px;' +
  'background:#1b6a7e;color:#ffffff;font-size:18px;line-height:27px;text-align:center;vertical-align:middle">≡</span>'

/**
 * The HTML and plain-text bodies of a mail, in the product's look. Links start with `appUrl`, never with a header of a
 * request. Text of users is escaped, so a mail shows it literally.
 */
export const layOut = (
  { subject, paragraphs, facts = [], action, off }: Mail,
  appUrl: string,
): { html: string; text: string } => {
  const url = action && new URL(action.path, appUrl).href
  const offUrl = off && new URL(off.path, appUrl).href
  const { host } = new URL(appUrl)
  const [beginning = '', ...rest] = paragraphs
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title><style>${dark}</style></head>
<body style="margin:0;padding:24px 12px;background:#eef1f3;color:#1d282e;font-family:Inter,system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<main style="max-width:560px;margin:0 auto;padding:32px;border-radius:12px;background:#ffffff">
<p style="margin:0 0 24px;font-size:18px;line-height:28px;font-weight:700">${mark}<span class="name" style="color:#124653;vertical-align:middle">Siteledger</span></p>
<h1 style="margin:0 0 16px;font-size:20px;line-height:28px;font-weight:700">${escaped(subject)}</h1>
${paragraph(beginning)}
${facts.length > 0 ? table(facts) : ''}
${rest.map(paragraph).join('\n')}
${action && url ? button(action.text, url) : ''}
${off && offUrl ? quietLink(off.text, offUrl) : ''}
</main>
<p class="quiet" style="max-width:560px;margin:16px auto 0;font-size:12px;line-height:18px;text-align:center;color:#52616a">Sent by Siteledger at <a class="link" href="${escaped(appUrl)}" style="color:#52616a">${escaped(host)}</a>.</p>
</body>
</html>
`
  const lines = [
    beginning,
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...rest,
    ...(action && url ? [`${action.text}:\n${url}`] : []),
    ...(off && offUrl ? [`${off.text}:\n${offUrl}`] : []),
    '-- \nSiteledger',
  ]
  return { html, text: `${lines.join('\n\n')}\n` }
}
