import { PDFiumLibrary } from '@hyzyla/pdfium'
import { PDFDocument, PDFDropdown, PDFName, PDFOptionList, PDFTextField } from 'pdf-lib'
import { thumbnailBox } from './protocol.ts'

/** Pages are drawn at double size and scaled down, which smooths small print. */
const oversampling = 2

const library = await PDFiumLibrary.init()

/** Characters after which no further page is read; a little more than is stored of a text. */
const enoughText = 250_000

/** Size in pixels, at least 1 x 1, of a page fitted into the box. */
const sizeInBox = (page: { originalWidth: number; originalHeight: number }) => {
  const { originalWidth, originalHeight } = page
  if (!(originalWidth > 0 && originalHeight > 0)) throw new Error('The page has no size')
  const scale = oversampling * Math.min(thumbnailBox.width / originalWidth, thumbnailBox.height / originalHeight)
  return { width: Math.max(1, originalWidth * scale), height: Math.max(1, originalHeight * scale) }
}

/**
 * The first page of a PDF with the values of its form, as pixels (red, green, blue, alpha) on white.
 * @throws when the document is broken, needs a password or has no pages
 */
export const firstPage = async (bytes: Uint8Array): Promise<{ data: Uint8Array; width: number; height: number }> => {
  const document = await library.loadDocument(bytes)
  try {
    if (document.getPageCount() === 0) throw new Error('The document has no pages')
    const page = document.getPage(0)
    return await page.render({ scale: 1, ...sizeInBox(page.getOriginalSize()), renderFormFields: true })
  } finally {
    document.destroy()
  }
}

/** Bytes of the largest PDF whose form is read: pdf-lib holds the whole document as objects. */
const maxFormBytes = 2 * 1024 * 1024

/**
 * The values in the fields of a PDF's form, a line each. Empty if the document has no form, is larger than
 * `maxFormBytes`, or cannot be read: the text of its pages is enough.
 */
const filledFieldsOf = async (bytes: Uint8Array): Promise<string[]> => {
  if (bytes.length > maxFormBytes) return []
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false })
    if (!document.catalog.has(PDFName.of('AcroForm'))) return []
    return document
      .getForm()
      .getFields()
      .flatMap((field) => {
        if (field instanceof PDFTextField) return field.getText() ?? []
        return field instanceof PDFDropdown || field instanceof PDFOptionList ? field.getSelected() : []
      })
  } catch {
    return []
  }
}

/**
 * The text of a PDF, page by page, for all pages that begin within the limit, followed by the values of its form.
 * @throws when the document is broken or needs a password
 */
export const textOf = async (bytes: Uint8Array): Promise<string> => {
  const document = await library.loadDocument(bytes)
  try {
    let text = ''
    for (let page = 0; page < document.getPageCount() && text.length < enoughText; page += 1) {
      text += `${document.getPage(page).getText()}\n`
    }
    const fields = await filledFieldsOf(bytes)
    return [text, ...fields].join('\n').slice(0, enoughText)
  } finally {
    document.destroy()
  }
}
