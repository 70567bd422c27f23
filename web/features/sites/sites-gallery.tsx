import { type ReactNode, useId } from 'react'
import type { Site } from '#schemas/resources/sites.ts'
import { counted } from '#schemas/text/counted.ts'
import { CardGrid } from '#web/components/card-grid.tsx'
import { ButtonLink, TextLink } from '#web/components/links.tsx'
import type { Column } from '#web/components/list/column.ts'
import { RecordsList } from '#web/components/list/records-list.tsx'
import type { useOwn } from '#web/components/own/use-own.ts'
import { DialogsOutlet, lazyDialogs } from '#web/components/record/lazy-dialogs.tsx'
import { RecordMenu } from '#web/components/record/record-menu.tsx'
import { RecordCard } from '#web/components/record-card.tsx'
import { selectColumn } from '#web/components/select-check.tsx'
import { SelectionAction, SelectionBar } from '#web/components/selection-bar.tsx'
import { Thumbnail } from '#web/components/thumbnail.tsx'
import { type ChosenSites, countedSites, type SitesFilter } from '#web/features/sites/chosen.ts'
import { siteFeature } from '#web/features/sites/site-feature.ts'
import { useCan } from '#web/lib/session.ts'
import { useSelection } from '#web/lib/use-selection.ts'

/** A site: thumbnail, name, its counts or its client, and links to its visits and documents. */
const SiteCard = ({ site, ofClient, own }: { site: Site; ofClient: boolean; own: ReactNode }) => {
  const can = useCan()
  const heading = useId()
  const page = { to: '/dashboard/sites/$id', params: { id: site.id } } as const
  const visits = site.visit_count === 0 && can('visits.create') ? 'Add Visits' : 'View Visits'
  const docs = site.file_count === 0 && can('files.create') ? 'Add Docs' : 'View Docs'
  const counts = `${counted(site.visit_count, 'visit', 'visits')} · ${counted(site.file_count, 'file', 'files')}`
  return (
    <RecordCard
      headingId={heading}
      name={site.name}
      menu={<RecordMenu feature={siteFeature} record={site} />}
      thumbnail={
        <TextLink {...page} hash="/visits" aria-label={site.name}>
          <Thumbnail src={site.thumbnail_url} icon="pin" />
        </TextLink>
      }
      detail={
        <>
          {ofClient ? counts : site.client_name}
          {own}
        </>
      }
      actions={
        <>
          {can('visits.view') && (
            <ButtonLink {...page} hash="/visits" variant="default" size="xs" aria-describedby={heading}>
              {visits}
            </ButtonLink>
          )}
          {can('files.view') && (
            <ButtonLink {...page} hash="/files" variant="default" size="xs" aria-describedby={heading}>
              {docs}
            </ButtonLink>
          )}
        </>
      }
    />
  )
}

/** The dialog about the chosen sites; `total` is how many the list holds by now. */
const chosenDialogs = lazyDialogs<{ chosen: ChosenSites }, { total: number }>(
  () => import('#web/features/sites/change-field-dialog.tsx'),
)

type Props = {
  sites: readonly Site[]
  total: number
  ofClient: boolean
  columns: readonly Column<Site>[]
  own: ReturnType<typeof useOwn>
  /** The filters of the list; undefined while the number of sites is unknown. */
  filter: SitesFilter | undefined
}

/**
 * The sites as cards or as a table. In the table those who may update sites that have own fields select some, to change one
 * of the fields.
 */
export const SitesGallery = ({ sites, total, ofClient, columns, own, filter }: Props) => {
  const mayChange = useCan()('sites.update') && own !== undefined
  const listKey = JSON.stringify(filter)
  const selection = useSelection(sites, listKey)
  const { selected, selectWhole, selectNone, onKeyDown } = selection
  const chosen = selection.chosenOf(total, filter)
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: shortcuts for the checkboxes inside */}
      <div onKeyDown={mayChange && selected.length > 0 ? onKeyDown : undefined}>
        <RecordsList
          kind="sites"
          columns={columns}
          rows={sites}
          total={total}
          actions={(site) => <RecordMenu feature={siteFeature} record={site} />}
          {...(mayChange ? { select: selectColumn(countedSites(sites.length), selection) } : {})}
        >
          <CardGrid label="Sites" rows={sites} total={total}>
            {(site) => <SiteCard site={site} ofClient={ofClient} own={own?.card(site)} />}
          </CardGrid>
        </RecordsList>
        {mayChange && (
          <SelectionBar
            label="Selected sites"
            count={chosen.count}
            total={total}
            onAll={filter && selectWhole}
            onNone={selectNone}
          >
            <SelectionAction label="Change a field" icon="edit" dialogs={chosenDialogs} dialog={{ chosen }} />
          </SelectionBar>
        )}
      </div>
      <DialogsOutlet dialogs={chosenDialogs} total={total} />
    </>
  )
}
