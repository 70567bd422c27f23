import type { RecordedFile } from '#api/services/files/store-file.ts'
import type { UploadTarget } from '#api/services/files/upload-target.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { asAdded } from '#api/services/records/owned.ts'
import type { AddedFile } from '#schemas/resources/files.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import { addedFile, presentFile } from './file.ts'

/** Presents a file right after its upload, as lists show it or else as its command wrote it. */
export const shownAdded =
  ({ directory, records }: Pick<ReadModels, 'directory' | 'records'>) =>
  (scope: Scope, file: RecordedFile, at: string, target: UploadTarget): AddedFile => {
    const row = asAdded(records.files.one(scope, file.fileId), addedFile(file, at, target))
    return { ...presentFile(row, directory.accounts.namesOf([row.uploaded_by])), same_as: records.files.sameAs(row) }
  }
