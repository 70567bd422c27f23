import { useMutation, useQuery } from '@tanstack/react-query'
import type { FileVersion } from '#schemas/resources/file-versions.ts'
import { bringBackFileVersion, listFileVersions } from '#schemas/resources/file-versions.ts'
import type { SiteFile } from '#schemas/resources/files.ts'
import { showFile } from '#schemas/resources/files.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { Entries } from '#web/components/entries.tsx'
import { Failure } from '#web/components/failure.tsx'
import { Loaded } from '#web/components/loaded.tsx'
import { ReplaceForm } from '#web/features/files/replace-form.tsx'
import { useVersioning } from '#web/features/files/use-versioning.ts'
import { VersionRow } from '#web/features/files/version-row.tsx'
import styles from '#web/features/files/versions-dialog.module.css'
import { callApi } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-problem.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'

type Props = { file: SiteFile; onPreview: (version: FileVersion) => void; opened: boolean; onClose: () => void }

/** All versions of a file, newest first, and the form that replaces its content. */
export const VersionsDialog = ({ file: shown, onPreview, opened, onClose }: Props) => {
  const { data: file = shown } = useQuery(oneQuery(showFile, { id: shown.id }))
  const mayUpdate = useCan()('files.update')
  const versions = useQuery(oneQuery(listFileVersions, { id: file.id }))
  const { onDone, refresh } = useVersioning(file)
  const bringBack = useMutation({
    mutationFn: async (version: number) => {
      const extras = { ifMatch: file.revision, idempotencyKey: crypto.randomUUID() }
      return (await callApi(bringBackFileVersion, { params: { id: file.id, version } }, extras)).data
    },
    onSuccess: onDone,
    onError: refresh,
  })
  return (
    <Dialog title={`Versions of ${file.name}`} opened={opened} onClose={onClose} size="42rem">
      <div className={styles.content}>
        {mayUpdate && <ReplaceForm file={file} />}
        {bringBack.isError && <Failure message={messageOf(bringBack.error)} />}
        <Loaded query={versions} label="Loading versions">
          {(all) => (
            <Entries label="Versions">
              {all.map((version) => (
                <VersionRow
                  key={version.version}
                  {...{ file, version }}
                  onPreview={() => onPreview(version)}
                  onBringBack={
                    mayUpdate && version.sha256 !== all[0]?.sha256 ? () => bringBack.mutate(version.version) : undefined
                  }
                  busy={bringBack.isPending}
                />
              ))}
            </Entries>
          )}
        </Loaded>
      </div>
    </Dialog>
  )
}
