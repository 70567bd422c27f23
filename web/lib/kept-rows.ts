import { dropUpload, type KeptUpload, keepUpload } from '#web/lib/kept-uploads.ts'
import type { UploadRow } from '#web/lib/upload-rows.ts'

/** The uploads of rows that are sent together, each kept from the start until it has arrived or is given up. */
export const openKeptRows = () => {
  const keys = new Map<string, string>()
  const drop = async (rowKey: string): Promise<void> => {
    const key = keys.get(rowKey)
    keys.delete(rowKey)
    if (key !== undefined) await dropUpload(key)
  }
  return {
    /** Keeps a row; one that was renamed since is kept anew. */
    keep: async (row: UploadRow, upload: Omit<KeptUpload, 'file'>): Promise<void> => {
      if (keys.get(row.key) === upload.key) return
      await drop(row.key)
      keys.set(row.key, upload.key)
      await keepUpload({ ...upload, file: row.file })
    },
    drop,
    dropAll: async (): Promise<void> => {
      for (const rowKey of [...keys.keys()]) await drop(rowKey)
    },
  }
}
