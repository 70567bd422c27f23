import type { Mail } from './message.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

const paragraph = (text: string): string =>
  `<p style="margin:0 0 16px;font-size:16px;line-height:24px">${escaped(text).replaceAll('\n', '<br>')}</p>`

const button = (text: string, url: string): string =>
  `<p style="margin:24px 0"><a href="${escaped(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;` +
  `background:#1d5f8a;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escaped(text)}</a></p>` +
  `<p style="margin:0 0 16px;font-size:14px;line-height:20px;color:#495057">If the button does not work, open this ` +
  `address: <a href="${escaped(url)}" style="color:#1d5f8a;word-break:break-all">${escaped(url)}</a></p>`

/**
 * The HTML and plain-text bodies of a mail. Links start with `appUrl`, never with a header of a request. Text of users
 * is escaped, so a mail shows it literally.
 */
export const layOut = ({ subject, paragraphs, action }: Mail, appUrl: string): { html: string; text: string } => {
  const url = action && new URL(action.path, appUrl).href
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f1f3f5;color:#212529;font-family:system-ui,'Segoe UI',Arial,sans-serif">
<main style="max-width:560px;margin:0 auto;padding:32px;border-radius:12px;background:#ffffff">
<p style="margin:0 0 24px;font-size:18px;font-weight:700;color:#1d5f8a">Siteledger</p>
${paragraphs.map(paragraph).join('\n')}
${action && url ? button(action.text, url) : ''}
</main>
</body>
</html>
`
  const lines = [...paragraphs, ...(action && url ? [`${action.text}:\n${url}`] : []), '-- \nSiteledger']
  return { html, text: `${lines.join('\n\n')}\n` }
}
