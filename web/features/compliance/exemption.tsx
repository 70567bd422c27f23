import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ComplianceCell, endExemption, exemptSite } from '#schemas/resources/compliance.ts'
import { DateField } from '#web/components/date-field.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { offerUndo } from '#web/components/offer-undo.tsx'
import styles from '#web/features/compliance/cell-drawer.module.css'
import type { OpenedCell } from '#web/features/compliance/compliance-dialog.ts'
import { reload } from '#web/lib/affected.ts'
import { announceFailure } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { dayMonthYear, todayHere } from '#web/lib/dates.ts'
import { useCan } from '#web/lib/session.ts'

type Exemption = NonNullable<ComplianceCell['exemption']>

/** Writes an exemption of a cell, or takes it away. */
const useExemption = ({ site, category }: OpenedCell) => {
  const queries = useQueryClient()
  const params = { id: site.id, categoryId: category.id }
  const put = async (body: Exemption) => {
    await callApi(exemptSite, { params, body })
    await reload(queries, 'sites')
  }
  const end = async () => {
    await callApi(endExemption, { params })
    await reload(queries, 'sites')
  }
  const needed = `${category.name} is needed at ${site.name} again.`
  const notNeeded = `${category.name} is not needed at ${site.name}.`
  return { params, put, end, needed, notNeeded }
}

/** Says why a site needs no file of a category, and perhaps until when. */
export const ExemptionForm = ({ site, category, onDone }: OpenedCell & { onDone: () => void }) => {
  const { params, end, needed, notNeeded } = useExemption({ site, category })
  const queries = useQueryClient()
  const { form, ...state } = useEndpointForm({
    endpoint: exemptSite,
    params,
    initial: { reason: '', until: null as string | null },
    body: ({ reason, until }) => ({ reason, until: until && dayMonthYear(until) }),
    onDone: () => {
      onDone()
      void reload(queries, 'sites')
      void offerUndo({ text: notNeeded, undo: end, undone: needed })
    },
  })
  return (
    <EndpointForm {...state} action={['Save exemption', 'Saving exemption']} narrow>
      <TextInput
        label="Reason"
        placeholder="For example: no water on site"
        required
        withAsterisk={false}
        maxLength={255}
        autoComplete="off"
        {...form.getInputProps('reason')}
      />
      <DateField
        label="Last day"
        description="Without one it lasts until you remove it"
        clearable
        minDate={todayHere()}
        value={form.values.until}
        error={form.errors.until}
        onChange={(until) => form.setFieldValue('until', until)}
      />
    </EndpointForm>
  )
}

/** Why a site needs no file of a category, and a button that requires it again. */
export const Exempted = ({ site, category, exemption }: OpenedCell & { exemption: Exemption }) => {
  const { put, end, needed, notNeeded } = useExemption({ site, category })
  const mayRemove = useCan()('sites.update')
  const remove = useMutation({
    mutationFn: end,
    onSuccess: () => void offerUndo({ text: needed, undo: () => put(exemption), undone: notNeeded }),
    onError: announceFailure,
  })
  return (
    <div className={styles.exemption}>
      <p dir="auto">{exemption.reason}</p>
      {exemption.until && <p className={styles.none}>{`Until ${exemption.until}`}</p>}
      {mayRemove && (
        <Button variant="default" size="xs" disabled={remove.isPending} onClick={() => remove.mutate()}>
          Remove exemption
        </Button>
      )}
    </div>
  )
}
