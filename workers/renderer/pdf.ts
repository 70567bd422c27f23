import { PDFiumLibrary } from '@hyzyla/pdfium'
import { thumbnailBox } from './protocol.ts'

/** Drawn at double size and shrunk afterwards, which smooths small print. */
const oversampling = 2

const library = await PDFiumLibrary.init()

/** Characters after which no further page is read; a little more than is kept of a text. */
const enoughText = 250_000

/** Size in pixels, at least 1 x 1, of a page fitted into the box. */
const sizeInBox = (page: { originalWidth: number; originalHeight: number }) => {
  const { originalWidth, originalHeight } = page
  if (!(originalWidth > 0 && originalHeight > 0)) throw new Error('The page has no size')
  const scale = oversampling * Math.min(thumbnailBox.width / originalWidth, thumbnailBox.height / originalHeight)
  return { width: Math.max(1, originalWidth * scale), height: Math.max(1, originalHeight * scale) }
}

/**
 * The first page of a PDF as pixels (red, green, blue, alpha) on white.
 * @throws when the document is broken, needs a password or has no pages
 */
export const firstPage = async (bytes: Uint8Array): Promise<{ data: Uint8Array; width: number; height: number }> => {
  const document = await library.loadDocument(bytes)
  try {
    if (document.getPageCount() === 0) throw new Error('The document has no pages')
    const page = document.getPage(0)
    return await page.render({ scale: 1, ...sizeInBox(page.getOriginalSize()) })
  } finally {
    document.destroy()
  }
}

/**
 * The text of a PDF, page by page, as far as the pages begin within the limit.
 * @throws when the document is broken or needs a password
 */
export const textOf = async (bytes: Uint8Array): Promise<string> => {
  const document = await library.loadDocument(bytes)
  try {
    let text = ''
    for (let page = 0; page < document.getPageCount() && text.length < enoughText; page += 1) {
      text += `${document.getPage(page).getText()}\n`
    }
    return text.slice(0, enoughText)
  } finally {
    document.destroy()
  }
}
