import { showSiteDeletion } from '#schemas/resources/deletions.ts'
import type * as contracts from '#schemas/resources/sites.ts'
import { deleteSite, removeSiteThumbnail, setSiteThumbnail, showSite, updateSite } from '#schemas/resources/sites.ts'
import { type RecordDescription, RecordDialogs } from '#web/components/record/record-dialogs.tsx'
import type { RecordDialogProps } from '#web/components/record/record-feature.ts'
import { ThumbnailField } from '#web/components/thumbnail-field.tsx'
import { siteFields } from '#web/features/sites/site-fields.tsx'

const site: RecordDescription<typeof contracts.updateSite> = {
  noun: 'Site',
  resource: 'sites',
  show: showSite,
  update: updateSite,
  remove: deleteSite,
  fields: siteFields,
  showDeletion: showSiteDeletion,
  warning: 'Deleting this site will also delete all visits/files for this site.',
  head: (site) => (
    <ThumbnailField
      label="Thumbnail"
      resetLabel="Reset"
      record={site}
      resource="sites"
      replace={setSiteThumbnail}
      reset={removeSiteThumbnail}
      icon="pin"
    />
  ),
}

/** Edits name, postcode, client and thumbnail of a site, or deletes it (D-76). */
const SiteDialogs = (props: RecordDialogProps<contracts.Site>) => <RecordDialogs {...props} about={site} />

export default SiteDialogs
