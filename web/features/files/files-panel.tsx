import { useQuery } from '@tanstack/react-query'
import { listSites, listSitesOfClient } from '#schemas/resources/sites.ts'
import { CardGrid } from '#web/components/card-grid.tsx'
import { EmptyHint } from '#web/components/empty-hint.tsx'
import { PagedList } from '#web/components/paged-list.tsx'
import { AddFileForm } from '#web/features/files/add-file-form.tsx'
import { FileCard } from '#web/features/files/file-card.tsx'
import { FilePreview } from '#web/features/files/file-preview.tsx'
import { emptyFilesHint, type FilesScope, filesOf } from '#web/features/files/files-scope.ts'
import { choicesQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'

/** The files of a scope, and below them the form that adds one (FILE-06 to FILE-15, ABIL-10). */
export const FilesPanel = ({ scope }: { scope: FilesScope }) => {
  const can = useCan()
  const mayCreate = can('files.create')
  const choices =
    scope.kind === 'client' ? choicesQuery(listSitesOfClient, { id: scope.client.id }) : choicesQuery(listSites)
  const needsSites = mayCreate && (scope.kind === 'client' || scope.kind === 'team')
  const known = useQuery({ ...choices, enabled: needsSites })
  const sites = known.data ?? []
  const hasSites = !needsSites || sites.length > 0
  return (
    <>
      <PagedList
        query={filesOf(scope)}
        nouns={['file', 'files']}
        addable={mayCreate}
        waiting={known.isLoading}
        empty={<EmptyHint icon="file">{emptyFilesHint(scope, mayCreate, hasSites)}</EmptyHint>}
      >
        {(files) => (
          <CardGrid label="Files">
            {files.map((file) => (
              <FileCard key={file.id} file={file} />
            ))}
          </CardGrid>
        )}
      </PagedList>
      {mayCreate && hasSites && <AddFileForm scope={scope} sites={sites} />}
      <FilePreview />
    </>
  )
}
