import { NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listSites } from '#schemas/resources/sites.ts'
import { listVisitsOfSite } from '#schemas/resources/visits.ts'
import { ChoicesFailure } from '#web/components/choices-failure.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { SiteField } from '#web/components/site-field.tsx'
import { useChangingForm } from '#web/components/use-changing-form.ts'
import { WorkProgress } from '#web/components/work-progress.tsx'
import { type ChosenFiles, countedFiles } from '#web/features/files/chosen.ts'
import { useChangeFiles } from '#web/features/files/use-change-files.ts'
import { visitChoices } from '#web/features/files/visit-choices.ts'
import { choicesQuery, offerQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'

type Props = { chosen: ChosenFiles; opened: boolean; onClose: () => void }

const MoveFilesForm = ({ chosen, onClose }: Omit<Props, 'opened'>) => {
  const { change, progress } = useChangeFiles()
  const [site, setSite] = useState('')
  const [visit, setVisit] = useState('')
  const sites = useQuery(offerQuery(listSites))
  const asksVisit = useCan()('visits.view') && site !== ''
  const visits = useQuery({ ...choicesQuery(listVisitsOfSite, { id: site }), enabled: asksVisit })
  const move = () => change(chosen, { site_id: site, visit_id: visit }, 'moved')
  const { state, refused } = useChangingForm(move, onClose, 'change.site_id')
  return (
    <EndpointForm {...state} action={['Move files', 'Moving files']} narrow>
      <Text size="md">{`This moves ${countedFiles(chosen.count)}. Categories stay as they are.`}</Text>
      {sites.data && (
        <SiteField
          first={sites.data}
          none="Select a site…"
          required
          value={site}
          error={refused}
          onChange={(id) => {
            setSite(id)
            setVisit('')
          }}
        />
      )}
      <ChoicesFailure choices={sites} />
      {asksVisit && visits.data && visits.data.length > 0 && (
        <NativeSelect
          label="Visit"
          data={visitChoices(visits.data)}
          value={visit}
          onChange={(event) => setVisit(event.currentTarget.value)}
        />
      )}
      <ChoicesFailure choices={visits} />
      {progress && <WorkProgress progress={progress} />}
    </EndpointForm>
  )
}

/** Moves the chosen files to another site, and there to a visit if wanted. */
export const MoveFilesDialog = ({ chosen, opened, onClose }: Props) => (
  <Dialog title={chosen.count === 1 ? 'Move file' : 'Move files'} opened={opened} onClose={onClose}>
    {opened && <MoveFilesForm chosen={chosen} onClose={onClose} />}
  </Dialog>
)
