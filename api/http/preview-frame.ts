import { readFileSync } from 'node:fs'
import type { FileType } from '#schemas/limits/upload-rules.ts'
import type { Answer } from './answer.ts'
import { styleSource } from './html.ts'

const style = readFileSync(new URL('./preview-frame.css', import.meta.url), 'utf8').trim()

/**
 * Its address is `/file/{id}/frame`, so `preview` is the content of the same file; the page holds no data of its own.
 * Without the type, browsers open a picture as a page of its own and do not fit it into this one.
 */
const pageOf = (type: FileType, preview: string): string => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>Preview</title>
<style>${style}</style>
</head>
<body>
<object data="${preview}" type="${type}" aria-label="Preview">
<p>This browser does not support previewing of files.</p>
<p>Please download the file to view it.</p>
</object>
</body>
</html>
`

/** No script runs in the page, and nothing but the file is loaded: the web app itself embeds no object. */
const policy = [
  "default-src 'none'",
  "object-src 'self'",
  // Where the browser's PDF viewer is a frame.
  "frame-src 'self'",
  "img-src 'self'",
  `style-src ${styleSource(style)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** Embeds the content of a file, as of `at` if that is given, or says how to get it when the browser cannot show it. */
export const previewFrame = (type: FileType, at?: string): Answer<undefined> => ({
  kind: 'stream',
  open: (_request, response) => {
    const page = pageOf(type, at === undefined ? 'preview' : `preview?as_of=${encodeURIComponent(at)}`)
    response.set({ 'content-security-policy': policy, 'cache-control': 'no-cache' }).type('html').end(page)
  },
})
