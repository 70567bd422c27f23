import { ActionIcon } from '@mantine/core'
import type { Page } from '#schemas/calls/page.ts'
import { downloadFile, listFiles } from '#schemas/resources/files.ts'
import type { Site } from '#schemas/resources/sites.ts'
import { Expiry } from '#web/components/expiry.tsx'
import { Icon } from '#web/components/icon.tsx'
import { PagedList } from '#web/components/paged-list.tsx'
import { DialogsOutlet, useShowDialog } from '#web/components/record/lazy-dialogs.tsx'
import { Thumbnail } from '#web/components/thumbnail.tsx'
import { AddFileForm } from '#web/features/files/add-file-form.tsx'
import { fileDialogs } from '#web/features/files/file-feature.ts'
import styles from '#web/features/files/files-of-cell.module.css'
import type { GalleryFile } from '#web/features/files/files-scope.ts'
import { urlOf } from '#web/lib/api.ts'
import { listQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'

const FileLine = ({ file }: { file: GalleryFile }) => {
  const show = useShowDialog(fileDialogs)
  return (
    <li className={styles.file}>
      <button
        type="button"
        className={styles.picture}
        aria-label={`Preview ${file.name}`}
        aria-haspopup="dialog"
        onClick={() => show({ kind: 'preview', record: file })}
        onPointerEnter={fileDialogs.preload}
        onFocus={fileDialogs.preload}
      >
        <Thumbnail src={file.thumbnail_url} icon={file.mime_type.startsWith('image/') ? 'photo' : 'file'} />
      </button>
      <div>
        <p className={styles.name} dir="auto">
          {file.name}
        </p>
        {file.expires_at ? <Expiry expiresAt={file.expires_at} /> : <p className={styles.line}>Does not expire</p>}
      </div>
      <ActionIcon
        component="a"
        variant="subtle"
        color="gray"
        c="dimmed"
        size={36}
        href={urlOf(downloadFile, { params: { id: file.id } })}
        aria-label={`Download ${file.name}`}
      >
        <Icon name="download" />
      </ActionIcon>
    </li>
  )
}

const noSites: Page<Site> = { rows: [], total: 0, next: null }

type Named = { id: string; name: string }

/** The files of one category at a site, those that last longest first, and the form that adds one. */
export const FilesOfCell = ({ site, category }: { site: Named; category: Named }) => {
  const mayCreate = useCan()('files.create')
  const by = { site: site.id, category: category.id, sort: '-expires_at' } as const
  return (
    <>
      <PagedList
        query={listQuery(listFiles, {}, by)}
        nouns={['file', 'files']}
        empty={<p className={styles.line}>{`${site.name} has no file of ${category.name} yet.`}</p>}
      >
        {(files, total, _isExact, loadMore) => (
          <>
            <ul className={styles.files} aria-label={`Files of ${category.name}`}>
              {files.map((file) => (
                <FileLine key={file.id} file={file} />
              ))}
            </ul>
            <DialogsOutlet dialogs={fileDialogs} files={files} total={total} loadMore={loadMore} />
          </>
        )}
      </PagedList>
      {mayCreate && <AddFileForm scope={{ kind: 'site', site }} sites={noSites} categories={[category.id]} narrow />}
    </>
  )
}
