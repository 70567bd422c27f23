import { atom } from 'jotai'
import type { SiteFile } from '#schemas/resources/files.ts'

/** The file that the preview shows; kept when it closes, so that the dialog fades out with its content. */
export const previewAtom = atom<{ file: SiteFile | null; opened: boolean }>({ file: null, opened: false })
