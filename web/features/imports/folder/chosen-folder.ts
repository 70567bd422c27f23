import { atom } from 'jotai'
import { isOfSystem } from '#schemas/layouts/left-out.ts'

/** A file of a folder; its path there has `/` between folders. */
export type ChosenFile = { path: string; file: File }

/** Files in the order of their paths; `leftOut` counts hidden ones, those of systems and empty ones. */
export type ChosenFolder = { name: string; files: readonly ChosenFile[]; size: number; leftOut: number }

/** A folder that was dropped on the page of a client or a site, until the form of the import takes it. */
export const droppedFolderAtom = atom<ChosenFolder | null>(null)

/** Paths are relative to the folder that holds everything, so that a dropped folder is the same as a chosen one. */
const folderOf = (found: readonly ChosenFile[]): ChosenFolder => {
  const name = found[0]?.path.split('/')[0] ?? ''
  const isOne = found.every(({ path }) => path.startsWith(`${name}/`))
  const all = isOne ? found.map(({ path, file }) => ({ path: path.slice(name.length + 1), file })) : found
  const files = all
    .filter(({ path, file }) => file.size > 0 && !path.split('/').some(isOfSystem))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
  const size = files.reduce((sum, { file }) => sum + file.size, 0)
  return { name: isOne ? name : 'Files', files, size, leftOut: all.length - files.length }
}

/** Whether its files lie in no folders, which would say where they go. */
export const isFlat = ({ files }: ChosenFolder): boolean =>
  files.length > 0 && files.every(({ path }) => !path.includes('/'))

/** What a field for a folder, or for several files, was given. */
export const folderOfFiles = (files: readonly File[]): ChosenFolder =>
  folderOf(files.map((file) => ({ path: file.webkitRelativePath || file.name, file })))

const entriesOf = async (folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> => {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  // A browser answers a hundred at a time, and none after the last.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail))
    if (some.length === 0) return all
    all.push(...some)
  }
}

const filesBelow = async (entry: FileSystemEntry | File): Promise<ChosenFile[]> => {
  if (entry instanceof File) return [{ path: entry.name, file: entry }]
  if (entry.isDirectory) {
    return (await Promise.all((await entriesOf(entry as FileSystemDirectoryEntry)).map(filesBelow))).flat()
  }
  const file = await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail))
  return [{ path: entry.fullPath.slice(1), file }]
}

/** What was dropped or pasted; it is looked at before the event ends. */
export const folderOfDrop = async (data: DataTransfer): Promise<ChosenFolder> => {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? item.getAsFile() ?? [])
  return folderOf((await Promise.all(entries.map(filesBelow))).flat())
}
