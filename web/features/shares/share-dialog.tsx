import { Box, NativeSelect, Text, TextInput } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { proposedShareDays } from '#schemas/limits/share-rules.ts'
import { createShare } from '#schemas/resources/shares.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { PasswordField } from '#web/components/password-field.tsx'
import { Failure, Waiting } from '#web/components/query-state.tsx'
import { Rows } from '#web/components/rows.tsx'
import type { ShareTarget } from '#web/components/share-target.ts'
import { ShownOnce } from '#web/components/shown-once.tsx'
import { ShareRow } from '#web/features/shares/share-row.tsx'
import { recordOf, sharesOf } from '#web/features/shares/shares.ts'
import { SharingOff, useSharingOff } from '#web/features/shares/sharing-off.tsx'

/** When a new link may end, in days. */
const ends = [
  { value: '1', label: 'After a day' },
  { value: '7', label: 'After 7 days' },
  { value: String(proposedShareDays), label: `After ${proposedShareDays} days` },
  { value: '90', label: 'After 90 days' },
  { value: '365', label: 'After a year' },
]

/** Makes a link for a record; `onMade` is given the link, which the server tells this once. */
const ShareForm = ({ target, onMade }: { target: ShareTarget; onMade: (url: string) => void }) => {
  const queries = useQueryClient()
  const { form, ...state } = useEndpointForm({
    endpoint: createShare,
    initial: { expires_in_days: String(proposedShareDays), password: '', max_openings: '' },
    body: ({ expires_in_days, password, max_openings }) => ({
      ...recordOf(target),
      expires_in_days: Number(expires_in_days),
      password,
      max_openings: max_openings.trim() === '' ? null : Number(max_openings),
    }),
    onDone: async ({ url }) => {
      form.reset()
      onMade(url)
      await queries.invalidateQueries({ queryKey: ['share'] })
    },
  })
  return (
    <EndpointForm {...state} action={['Create link', 'Creating link']} narrow>
      <NativeSelect label="Ends" data={ends} {...form.getInputProps('expires_in_days')} />
      <PasswordField
        label="Password"
        description="Optional. Send it another way than the link."
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      <TextInput
        label="Limit of openings"
        description="Optional. For example 3"
        inputMode="numeric"
        autoComplete="off"
        {...form.getInputProps('max_openings')}
      />
    </EndpointForm>
  )
}

const shown: Record<ShareTarget['kind'], string> = {
  file: 'this file',
  visit: 'the files of this visit, also those that are added later',
  site: 'the files of this site, also those that are added later',
  compliance: 'what is required here on the day, and the files that answer it',
}

const Links = ({ target }: { target: ShareTarget }) => {
  const links = useInfiniteQuery({ ...sharesOf(target), staleTime: 0 })
  const rows = links.data?.pages.flatMap(({ rows: each }) => each) ?? []
  return (
    <>
      {links.isPending && <Waiting label="Loading share links" />}
      {links.isLoadingError && <Failure error={links.error} onRetry={() => void links.refetch()} />}
      {rows.length > 0 && (
        <Rows label="Share links">
          {rows.map((share, at) => (
            <ShareRow key={share.id} share={share} name={`Link ${rows.length - at}`} />
          ))}
        </Rows>
      )}
    </>
  )
}

type Props = { target: ShareTarget; opened: boolean; onClose: () => void }

/** Makes links for a record, and shows and revokes those that there are. */
const ShareDialog = ({ target, opened, onClose }: Props) => {
  const [url, setUrl] = useState<string>()
  const isOff = useSharingOff()
  return (
    <Dialog
      title={`Share ${target.kind === 'compliance' ? 'compliance of ' : ''}${target.name}`}
      opened={opened}
      onClose={onClose}
      size="lg"
    >
      {isOff ? (
        <SharingOff />
      ) : url === undefined ? (
        <>
          <Text size="md" mb="md">
            {`Anyone with the link can see and download ${shown[target.kind]}, without an account.`}
          </Text>
          <ShareForm target={target} onMade={setUrl} />
        </>
      ) : (
        <Box mb="md">
          <ShownOnce
            words="Here is the link. This is the only time it will be shown, so copy it now."
            secret={url}
            what="link"
            answers={['Copy link', 'Create another']}
            onLeave={() => setUrl(undefined)}
          />
        </Box>
      )}
      <Links target={target} />
    </Dialog>
  )
}

export default ShareDialog
