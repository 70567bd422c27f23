import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { type Site, showSite } from '#schemas/resources/sites.ts'
import { TextLink } from '#web/components/links.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { QrPicture } from '#web/components/qr-picture.tsx'
import styles from '#web/features/sites/site-sheet.module.css'
import { useAddressOfFiles } from '#web/features/sites/use-address-of-files.ts'
import { GonePage } from '#web/routes/gone-page.tsx'
import { useRecord } from '#web/routes/use-record.ts'

type Props = { site: Pick<Site, 'name' | 'postcode' | 'client_name'>; address: string }

/**
 * A sheet to hang up at a site: its name and address, and a QR code that opens its files for people who may see them.
 */
export const SiteSheet = ({ site, address }: Props) => (
  <section className={styles.page} aria-label={`QR code of ${site.name}`}>
    <div className={styles.sheet}>
      <p className={styles.name}>{site.name}</p>
      <p className={styles.place}>{[site.client_name, site.postcode].filter(Boolean).join(' · ')}</p>
      <QrPicture text={address} alt={`QR code that opens the files of ${site.name}`} className={styles.code ?? ''} />
      <p className={styles.words}>Scan to open the files of this site. You will be asked to sign in.</p>
      <p className={styles.address}>{address}</p>
    </div>
    <Button className={styles.print ?? ''} onClick={() => window.print()}>
      Print
    </Button>
  </section>
)

/** The QR code of a site, to print. */
const SiteSheetPage = () => {
  const { id } = useParams({ from: '/signed-in/dashboard/sites/$id/qr-code' })
  const { record: site, gone } = useRecord(showSite, { id })
  const addressOf = useAddressOfFiles()
  if (gone) return <GonePage kind="sites" name={site.name} />
  return (
    <>
      <PageHeader
        title="QR code"
        trail={[
          <TextLink key="site" to="/dashboard/sites/$id" params={{ id }} hash="/files">
            {site.name}
          </TextLink>,
        ]}
      />
      <SiteSheet site={site} address={addressOf(id)} />
    </>
  )
}

export default SiteSheetPage
