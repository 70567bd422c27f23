import { heicTypes } from '#schemas/limits/upload-rules.ts'

const heic = /\.(hei[cf])$/i

/** Chosen files, with the type of those HEIC photos whose type the system does not know; their bytes are not copied. */
export const declaredPhotos = (files: Iterable<File>): File[] =>
  [...files].map((file) => {
    const [, ending] = (file.type === '' && heic.exec(file.name)) || []
    const type = heicTypes.find((each) => each === `image/${ending?.toLowerCase()}`)
    return type ? new File([file], file.name, { type, lastModified: file.lastModified }) : file
  })
