import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Checkbox, NativeSelect, Radio, Stack } from '@mantine/core'
import type { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { listClients } from '#schemas/resources/clients.ts'
import { listRoles } from '#schemas/resources/members.ts'
import { listSitesOfClient } from '#schemas/resources/sites.ts'
import { plusDays } from '#schemas/time/dates.ts'
import { ClientField } from '#web/components/client-field.tsx'
import { DateField } from '#web/components/date-field.tsx'
import type { LimitValues } from '#web/features/teams/limit-values.ts'
import styles from '#web/features/teams/limits-fields.module.css'
import { todayHere } from '#web/lib/dates.ts'
import { choicesQuery, offerQuery, oneQuery } from '#web/lib/queries.ts'

type Field = ReturnType<ReturnType<typeof useForm<LimitValues>>['getInputProps']>

type Props = {
  values: LimitValues
  /** The input props of a field, by name. */
  field: (name: keyof LimitValues) => Field
  set: (changes: Partial<LimitValues>) => void
}

const SiteFields = ({ clientId, values, field, set }: Props & { clientId: string }) => {
  const sites = useQuery(choicesQuery(listSitesOfClient, { id: clientId })).data ?? []
  return (
    <>
      <Radio.Group
        label="Sites"
        value={values.all_sites ? 'all' : 'selected'}
        onChange={(value) => set(value === 'all' ? { all_sites: true, site_ids: [] } : { all_sites: false })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label="All sites" />
          <Radio value="selected" label="Selected sites" />
        </Stack>
      </Radio.Group>
      {!values.all_sites && (
        <Checkbox.Group
          label="Selected sites"
          value={values.site_ids}
          error={field('site_ids').error}
          onChange={(site_ids) => set({ site_ids })}
        >
          <div className={styles.sites}>
            {sites.map(({ id, name }) => (
              <Checkbox key={id} value={id} label={name} />
            ))}
            {sites.length === 0 && <p className={styles.none}>This client has no sites yet.</p>}
          </div>
        </Checkbox.Group>
      )}
    </>
  )
}

/** The role, for members only the client and sites that they see, and the last day. */
export const LimitsFields = (props: Props) => {
  const { values, field, set } = props
  const roles = useQuery(oneQuery(listRoles)).data ?? []
  const clients = useQuery(offerQuery(listClients)).data ?? { rows: [], total: 0, next: null }
  const chooseRole = (role: string) =>
    set(role === 'member' ? { role } : { role, client_id: '', all_sites: true, site_ids: [] })
  const chooseClient = (client_id: string) => set({ client_id, all_sites: true, site_ids: [] })
  return (
    <>
      <NativeSelect
        label="Role"
        data={roles.map(({ value, text }) => ({ value, label: text }))}
        {...field('role')}
        onChange={(event) => chooseRole(event.currentTarget.value)}
      />
      {values.role === 'member' && (
        <ClientField
          description="Only what belongs to this client can be seen"
          first={clients}
          none="All clients"
          {...field('client_id')}
          onChange={chooseClient}
        />
      )}
      {values.role === 'member' && values.client_id !== '' && <SiteFields {...props} clientId={values.client_id} />}
      <DateField
        label="Ends after"
        description="The last day in the team; empty: no end"
        clearable
        minDate={plusDays(todayHere(), 1)}
        {...field('ends_at')}
      />
    </>
  )
}
