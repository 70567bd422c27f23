import { PDFDocument, PDFDropdown, PDFName, PDFOptionList, PDFTextField } from 'pdf-lib'

/** Bytes of the largest PDF whose form is read: pdf-lib holds the whole document as objects. */
const maxFormBytes = 2 * 1024 * 1024

/**
 * The values in the fields of a PDF's form, a line each. Empty if the document has no form, is larger than
 * `maxFormBytes`, or cannot be read: the text of its pages is enough.
 */
export const filledFieldsOf = async (bytes: Uint8Array): Promise<string[]> => {
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
