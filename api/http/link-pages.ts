import { readFileSync } from 'node:fs'
import type { Response } from 'express'
import type { Answer } from './answer.ts'
import { escaped, styleSource } from './html.ts'
import type { HttpProblem } from './problem.ts'

const style = readFileSync(new URL('./link-pages.css', import.meta.url), 'utf8').trim()

/** The pages run no script, and load nothing but thumbnails of this origin. */
const policy = [
  "default-src 'none'",
  "img-src 'self'",
  `style-src ${styleSource(style)}`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Headers of every response to a share link: no other site learns its address, no search engine or cache keeps it. */
export const linkHeaders: Readonly<Record<string, string>> = {
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'cache-control': 'no-store',
}

const pageOf = (title: string, body: string): string => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<link rel="icon" href="/mark.svg">
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
<footer>Siteledger</footer>
</body>
</html>
`

/** The title and the body of a page. */
type LinkPage = readonly [title: string, body: string]

/** Sends a page that needs no account, no script and nothing of the web app. */
const sendLinkPage = (response: Response, status: number, [title, body]: LinkPage): void => {
  response
    .status(status)
    .set({ ...linkHeaders, 'content-security-policy': policy, 'x-frame-options': 'DENY' })
    .type('html')
    .end(pageOf(title, body))
}

/** Answers with a page; `position` is that of what opening it has recorded. */
export const linkPage = (page: LinkPage, position: string | null = null): Answer<undefined> => ({
  kind: 'stream',
  open: (_request, response) => sendLinkPage(response, 200, page),
  position,
})

/** A file as the page shows it; `thumbnail` and `download` are paths. */
export type ListedFile = { name: string; about: string; thumbnail: string | null; download: string }

/** What the page of a link begins with: who shares what until when. */
export type SharedHead = { team: string; name: string; about: string; until: string }

/** The files of a link. */
export type SharedFiles = {
  files: readonly ListedFile[]
  /** The address, name and size of the zip file of all files; null if there is no such file. */
  all: { path: string; label: string; size: string } | null
  others: OtherPages | null
}

/** How many there are on all pages, and where the next page is; null where this one has them all. */
export type OtherPages = { count: number; next: string | null }

const pictureOf = ({ thumbnail }: ListedFile): string =>
  thumbnail === null
    ? '<span class="picture" aria-hidden="true">File</span>'
    : `<span class="picture"><img src="${escaped(thumbnail)}" alt="" loading="lazy"></span>`

const itemOf = (file: ListedFile): string => {
  const name = escaped(file.name)
  return `<li>${pictureOf(file)}<div><p><b>${name}</b></p><p class="quiet">${escaped(file.about)}</p></div>
<a class="button" href="${escaped(file.download)}" aria-label="Download ${name}">Download</a></li>`
}

/** Says how many there are, `files in all, newest first`, and leads to the next. */
export const otherPages = ({ count, next }: OtherPages, inAll: string): string =>
  `<nav aria-label="Pages"><p class="quiet">${count.toLocaleString('en-GB')} ${inAll}.</p>
${next === null ? '' : `<p><a class="button" rel="next" href="${escaped(next)}">Next ${inAll.split(' ')[0]}</a></p>`}</nav>`

export const filesList = ({ files, all, others }: SharedFiles): string =>
  `${all === null ? '' : `<p><a class="button" href="${escaped(all.path)}">${escaped(all.label)} (${escaped(all.size)})</a></p>`}
${files.length > 0 ? `<ul class="files">${files.map(itemOf).join('\n')}</ul>` : '<p>No files have been added yet.</p>'}
${others === null ? '' : otherPages(others, 'files in all, newest first')}`

export const sharedPage = ({ team, name, about, until }: SharedHead, content: string): LinkPage => [
  name,
  `<header>
<p class="quiet">Shared by ${escaped(team)}</p>
<h1>${escaped(name)}</h1>
<p>${escaped(about)}</p>
<p class="quiet">This link works until ${escaped(until)}.</p>
</header>
${content}`,
]

/** The form before a link is opened: it asks for the password, or says that each opening counts. */
export const lockPage = (asksPassword: boolean, refusal?: string): LinkPage => [
  'Shared files',
  `<form class="card" method="post">
<h1>Shared files</h1>
${
  asksPassword
    ? `<p>This link is protected by a password.</p>
${refusal === undefined ? '' : `<p class="wrong" id="wrong" role="alert">${escaped(refusal)}</p>`}
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="off" required autofocus${refusal === undefined ? '' : ' aria-invalid="true" aria-describedby="wrong"'}>`
    : '<p>This link can be opened a limited number of times. Once it is open, you have an hour to download.</p>'
}
<button>Open</button>
</form>`,
]

/** The question of a mailed link whether to turn reminders off, and what is said once they are. */
export const remindersOffPage = (isOff: boolean): LinkPage => {
  const title = isOff ? 'Reminders are off' : 'Turn off reminders'
  const body = isOff
    ? '<p>We no longer email you about what expires, in any of your teams. You can turn it on again in your settings.</p>'
    : '<p>We email you about what expires, in your teams.</p>\n<button>Turn off</button>'
  return [title, `<form class="card" method="post">\n<h1>${title}</h1>\n${body}\n</form>`]
}

const refusalOf = ({ status, problem }: HttpProblem): LinkPage => {
  const [title, text] =
    status === 404
      ? ['This link doesn’t work', 'It may have ended, or been revoked. Ask whoever sent it to you for a new one.']
      : ['This didn’t work', problem.message]
  return [title, `<h1>${title}</h1>\n<p>${escaped(text)}</p>`]
}

/** Answers a refusal to whoever follows a link: an ended link is like one that never was. */
export const sendLinkRefusal = (response: Response, refusal: HttpProblem): void => {
  const wrong = refusal.status === 422 ? refusal.problem.errors?.password?.[0] : undefined
  sendLinkPage(response, refusal.status, wrong === undefined ? refusalOf(refusal) : lockPage(true, wrong))
}
