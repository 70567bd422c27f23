import { NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { proposedShareDays } from '#schemas/limits/share-rules.ts'
import { createShare } from '#schemas/resources/shares.ts'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { PasswordField } from '#web/components/password-field.tsx'
import type { ShareTarget } from '#web/components/share-target.ts'
import { recordOf } from '#web/features/shares/shares.ts'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

/** When a new link may end, in days. */
const ends = [
  { value: '1', label: 'After a day' },
  { value: '7', label: 'After 7 days' },
  { value: String(proposedShareDays), label: `After ${proposedShareDays} days` },
  { value: '90', label: 'After 90 days' },
  { value: '365', label: 'After a year' },
]

/** Makes a link for a record; `onMade` is given the link, which the server tells this once. */
export const ShareForm = ({ target, onMade }: { target: ShareTarget; onMade: (url: string) => void }) => {
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
