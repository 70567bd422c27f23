import { vi } from 'vitest'

/** Watches what the page saves: the name and the text of the last file. */
export const watchSaved = () => {
  const saved: { name: string; text: Promise<string> }[] = []
  const blobs: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob)
    return 'blob:saved'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: blobs.at(-1)?.text() ?? Promise.resolve('') })
  })
  return async () => {
    await vi.waitUntil(() => saved.length > 0)
    const { name, text } = saved.at(-1) ?? { name: '', text: '' }
    return { name, text: await text }
  }
}
