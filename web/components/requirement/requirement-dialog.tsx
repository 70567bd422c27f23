import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Button, Radio, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Category, showCategory } from '#schemas/resources/categories.ts'
import { listClients } from '#schemas/resources/clients.ts'
import { requireCategory, unrequireCategory } from '#schemas/resources/compliance.ts'
import { listSites } from '#schemas/resources/sites.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { offerUndo } from '#web/components/offer-undo.tsx'
import { Failure, Waiting } from '#web/components/query-state.tsx'
import { RecordChoices } from '#web/components/requirement/record-choices.tsx'
import { RequirementPreview } from '#web/components/requirement/requirement-preview.tsx'
import { valuesOf } from '#web/components/requirement/requirement-values.ts'
import { reload } from '#web/lib/affected.ts'
import { announce, announceFailure } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { choicesQuery, useFresh } from '#web/lib/queries.ts'

const options = { all: 'All sites', clients: 'The sites of some clients', sites: 'Some sites' } as const

type FormProps = { category: Category; onClose: () => void }

/** Takes a requirement away, which can be undone. */
const RemoveButton = ({ category: { id, name, requirement }, onClose }: FormProps) => {
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => callApi(unrequireCategory, { params: { id } }),
    onSuccess: () => {
      onClose()
      void reload(queries, 'categories')
      const undo = async () => {
        await callApi(requireCategory, { params: { id }, body: valuesOf(requirement) })
        await reload(queries, 'categories')
      }
      void offerUndo({ text: `${name} is no longer required.`, undo, undone: `${name} is required again.` })
    },
    onError: announceFailure,
  })
  return (
    <Button variant="subtle" c="var(--mantine-color-error)" disabled={remove.isPending} onClick={() => remove.mutate()}>
      Remove requirement
    </Button>
  )
}

const RequirementForm = ({ category, onClose }: FormProps) => {
  const { id, name, requirement } = category
  const queries = useQueryClient()
  const { form, ...state } = useEndpointForm({
    endpoint: requireCategory,
    params: { id },
    initial: valuesOf(requirement),
    body: ({ of, client_ids, site_ids }) => ({
      of,
      client_ids: of === 'clients' ? client_ids : [],
      site_ids: of === 'sites' ? site_ids : [],
    }),
    onDone: () => {
      onClose()
      void reload(queries, 'categories')
      void announce(`What is required of ${name} has been saved.`)
    },
  })
  const { of } = form.values
  const clients = useQuery({ ...choicesQuery(listClients), enabled: of === 'clients' })
  const sites = useQuery({ ...choicesQuery(listSites), enabled: of === 'sites' })
  return (
    <>
      <EndpointForm {...state} action={['Save requirement', 'Saving requirement']} narrow>
        <Radio.Group label="Which sites must have a file of it" {...form.getInputProps('of')}>
          <Stack gap="sm" mt="sm">
            {Object.entries(options).map(([value, label]) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </Stack>
        </Radio.Group>
        {of === 'clients' && (
          <RecordChoices label="Clients" records={clients.data ?? []} {...form.getInputProps('client_ids')} />
        )}
        {of === 'sites' && (
          <RecordChoices label="Sites" records={sites.data ?? []} {...form.getInputProps('site_ids')} />
        )}
        <RequirementPreview category={id} values={form.values} clients={clients.data} />
      </EndpointForm>
      {requirement && <RemoveButton category={category} onClose={onClose} />}
    </>
  )
}

type Props = { category: { id: string; name: string }; opened: boolean; onClose: () => void }

/** Says which sites must have a file of a category, or of one below it. */
export const RequirementDialog = ({ category: { id, name }, opened, onClose }: Props) => {
  const { data, error, isFetchedAfterMount, isLoadingError, refetch } = useFresh(showCategory, { id })
  const content = () => {
    if (isLoadingError) return <Failure error={error} onRetry={() => void refetch()} />
    if (!data || !isFetchedAfterMount) return <Waiting label="Loading the requirement" />
    return <RequirementForm category={data} onClose={onClose} />
  }
  return (
    <Dialog title={`Requirement: ${name}`} opened={opened} onClose={onClose}>
      <Text size="md" c="dimmed">
        Sites that are added later are held to it, too. A file of a category below it counts.
      </Text>
      {content()}
    </Dialog>
  )
}
