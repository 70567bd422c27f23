import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Client } from '#schemas/resources/clients.ts'
import { listSitesOfClient } from '#schemas/resources/sites.ts'
import { counted } from '#schemas/text/counted.ts'
import { SaveButton } from '#web/components/save-button.tsx'
import { type Code, drawCodes } from '#web/features/sites/draw-codes.ts'
import { useAddressOfFiles } from '#web/features/sites/use-address-of-files.ts'
import { announce } from '#web/lib/announce.ts'
import { everyRow, listQuery } from '#web/lib/queries.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useCan } from '#web/lib/session.ts'

const loadCodes = retryingImport(() => import('#web/features/sites/site-codes.tsx'))
const SiteCodes = lazy(loadCodes)

/** Codes that a browser draws and prints in a few seconds. */
const mostCodes = 1000

/** Prints the QR codes of a client's sites, for those who may open what the codes lead to. */
export const SiteCodesButton = ({ client }: { client: Client }) => {
  const { id, name, site_count } = client
  const can = useCan()
  const queries = useQueryClient()
  const addressOf = useAddressOfFiles()
  const [codes, setCodes] = useState<readonly Code[]>()
  const [onPrinted] = useState(() => () => setCodes(undefined))
  if (!can('sites.view') || !can('files.view') || site_count === 0) return null
  const print = async () => {
    if (site_count > mostCodes) {
      const most = mostCodes.toLocaleString('en-GB')
      return announce(
        `At most ${most} QR codes are printed, and ${name} has ${counted(site_count, 'site')}.`,
        'failure',
      )
    }
    await loadCodes()
    setCodes(await drawCodes(await everyRow(queries, listQuery(listSitesOfClient, { id })), addressOf))
  }
  return (
    <>
      <SaveButton save={print} icon="print" variant="subtle" size="xs">
        QR codes
      </SaveButton>
      {codes && (
        <Suspense>
          <SiteCodes codes={codes} onPrinted={onPrinted} />
        </Suspense>
      )}
    </>
  )
}
