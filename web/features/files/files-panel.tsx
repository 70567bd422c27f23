import { Box, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, useEffect, useEffectEvent } from 'react'
import type { Page } from '#schemas/calls/page.ts'
import { uncategorised } from '#schemas/calls/sort-columns.ts'
import { type SiteFile, showFile } from '#schemas/resources/files.ts'
import { listSites, listSitesOfClient, type Site } from '#schemas/resources/sites.ts'
import { ChoicesFailure } from '#web/components/choices-failure.tsx'
import { Icon } from '#web/components/icon.tsx'
import { LazyField } from '#web/components/lazy-field.tsx'
import { Records } from '#web/components/list/records.tsx'
import { useShowDialog } from '#web/components/record/lazy-dialogs.tsx'
import { AddFileForm } from '#web/features/files/add-file-form.tsx'
import styles from '#web/features/files/category-select.module.css'
import type { CategoryFilterProps } from '#web/features/files/category-select.tsx'
import type { FilesFilter } from '#web/features/files/chosen.ts'
import { useFileColumns } from '#web/features/files/file-columns.tsx'
import { fileDialogs } from '#web/features/files/file-feature.ts'
import { FileFilters } from '#web/features/files/file-filters.tsx'
import { FilesGallery } from '#web/features/files/files-gallery.tsx'
import { emptyFilesHint, type FilesScope, filesOf, filterOf, galleryKey } from '#web/features/files/files-scope.ts'
import { useCategoryFilter } from '#web/features/files/use-category-filter.ts'
import { announceFailure } from '#web/lib/announce.ts'
import { parseHash } from '#web/lib/hash-tab.ts'
import { fileFilterNames, filesBy, useListAddress } from '#web/lib/list-address.ts'
import { usePageHash } from '#web/lib/page-hash.ts'
import { offerQuery, oneQuery } from '#web/lib/queries.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useCan } from '#web/lib/session.ts'
import { useListSearch } from '#web/lib/use-list-search.ts'

/** Opens the preview of the file in the address, `#/files/file/{id}`, even when the gallery has not loaded it. */
const useNamedFile = (): void => {
  const [word, named] = parseHash(usePageHash()).segments
  const id = word === 'file' ? named : undefined
  const navigate = useNavigate()
  const show = useShowDialog(fileDialogs)
  const { data: file, error } = useQuery({ ...oneQuery(showFile, { id: id ?? '' }), enabled: id !== undefined })

  // Resets the address to the gallery's once the preview is open, so that the same link works again.
  const settle = useEffectEvent(() => {
    void navigate({ to: '.', hash: '/files', replace: true, hashScrollIntoView: false, resetScroll: false })
  })
  const open = useEffectEvent((wanted: SiteFile) => {
    show({ kind: 'preview', record: wanted })
    settle()
  })
  useEffect(() => {
    if (id !== undefined && file?.id === id) open(file)
  }, [id, file])
  useEffect(() => {
    if (id === undefined || !error) return
    void announceFailure(error)
    settle()
  }, [id, error])
}

/** The category by which the gallery is filtered, in words. */
const categoryWord = ({ categories, value }: Pick<CategoryFilterProps, 'categories' | 'value'>): string =>
  categories.find(({ id }) => id === value)?.path ?? (value === uncategorised ? 'Uncategorised' : 'All')

const CategoryFilterSelect = lazy(
  retryingImport(async () => ({
    default: (await import('#web/features/files/category-select.tsx')).CategoryFilterSelect,
  })),
)

/** Filters the gallery by category; the list loads lazily. */
const CategoryFilter = (props: CategoryFilterProps) => {
  if (props.categories.length === 0 && props.value === undefined) return null
  return (
    <LazyField
      fallback={{
        ...(props.bare ? { 'aria-label': 'Category' } : { label: 'Category' }),
        value: categoryWord(props),
        className: styles.filter ?? '',
        leftSection: <Icon name="tag" />,
      }}
    >
      <CategoryFilterSelect {...props} />
    </LazyField>
  )
}

/** Saves all files of the list as one zip file, however many are loaded. */
const ZipButton = ({ filter }: { filter: FilesFilter }) => {
  const show = useShowDialog(fileDialogs)
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" />}
      aria-haspopup="dialog"
      aria-label="Download all as a zip file"
      onPointerEnter={fileDialogs.preload}
      onFocus={fileDialogs.preload}
      onClick={() => show({ kind: 'zip', chosen: { rows: [], count: 0, filter } })}
    >
      Zip
    </Button>
  )
}

const none: Page<Site> = { rows: [], total: 0, next: null }

/** The sites to which a new file may be added, when the scope leaves a choice. */
const useSites = (scope: FilesScope) => {
  const mayCreate = useCan()('files.create')
  const choices =
    scope.kind === 'client' ? offerQuery(listSitesOfClient, { id: scope.client.id }) : offerQuery(listSites)
  const needed = mayCreate && (scope.kind === 'client' || scope.kind === 'team')
  const sites = useQuery({ ...choices, enabled: needed })
  // When they could not be loaded, the failure shows in place of the form.
  return { sites, hasSites: !needed || sites.isLoadingError || sites.data?.total !== 0 }
}

/** The files of a scope with search and filter, and below them the form that adds files. */
export const FilesPanel = ({ scope }: { scope: FilesScope }) => {
  const mayCreate = useCan()('files.create')
  const { sites, hasSites } = useSites(scope)
  const search = useListSearch()
  useNamedFile()
  const { categories, chosen, choose } = useCategoryFilter()
  const { address } = useListAddress()
  const by = { ...filesBy(scope.kind, address), ...(chosen ? { category: chosen } : {}) }
  const narrowed = { text: search.text, by }
  const query = filesOf(scope, narrowed)
  const columns = useFileColumns(scope.kind)
  return (
    <>
      <Records
        kind="files"
        columns={columns}
        query={query}
        search={search}
        filtered={chosen !== undefined || fileFilterNames(scope.kind).some((name) => address[name] !== undefined)}
        filters={
          <FileFilters
            scope={scope}
            beside={(bare) => (
              <CategoryFilter bare={bare} categories={categories ?? []} value={chosen} onChange={choose} />
            )}
            told={
              chosen ? { category: `Category: ${categoryWord({ categories: categories ?? [], value: chosen })}` } : {}
            }
          />
        }
        viewed={scope.kind === 'team'}
        saves={<ZipButton filter={filterOf(scope, narrowed)} />}
        form={
          mayCreate &&
          hasSites &&
          !sites.isLoading &&
          !sites.isLoadingError && <AddFileForm scope={scope} sites={sites.data ?? none} />
        }
        waiting={categories === undefined}
        undecided={sites.isLoading}
        hint={emptyFilesHint(scope, mayCreate, hasSites)}
        icon="file"
      >
        {(files, total, isExact, loadMore) => (
          <FilesGallery
            files={files}
            total={total}
            loadMore={loadMore}
            columns={columns}
            filter={isExact ? filterOf(scope, narrowed) : undefined}
            listKey={galleryKey(scope, narrowed)}
          />
        )}
      </Records>
      {sites.isLoadingError && (
        <Box mt="lg">
          <ChoicesFailure choices={sites} />
        </Box>
      )}
    </>
  )
}
