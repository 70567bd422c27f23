import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { orderPack, type Pack } from '#schemas/resources/packs.ts'
import { DateField } from '#web/components/date-field.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { TextLink } from '#web/components/links.tsx'
import { Rows } from '#web/components/rows.tsx'
import { PackRow } from '#web/features/packs/pack-row.tsx'
import { todayHere } from '#web/lib/dates.ts'
import { momentInWords, shownMoment } from '#web/lib/moment.ts'

type Place = { within: string; name: string }

/** Orders a pack of the moment that the page shows, or of a day. */
const OrderForm = ({ within, name, onOrdered }: Place & { onOrdered: (pack: Pack) => void }) => {
  const queries = useQueryClient()
  const moment = shownMoment()
  const { form, ...state } = useEndpointForm({
    endpoint: orderPack,
    initial: {
      ...(moment === null && { as_of: todayHere() as string | null }),
      from: null as string | null,
      files: true,
      all: false,
      reason: '',
    },
    body: ({ as_of, from, files, all, reason }) => ({
      within,
      as_of: moment ?? as_of ?? undefined,
      from: from ?? undefined,
      files,
      versions: all ? ('all' as const) : ('of-the-day' as const),
      reason,
    }),
    onDone: async (pack) => {
      onOrdered(pack)
      await queries.invalidateQueries({ queryKey: ['export'] })
    },
  })
  return (
    <>
      <Text size="md" mb="md">
        {`A zip file of all that lies in ${name}, with its history and what proves both without Siteledger.`}
      </Text>
      <EndpointForm {...state} action={['Order', 'Ordering']} narrow>
        {moment === null ? (
          <DateField typed label="As of the end of" maxDate={todayHere()} {...form.getInputProps('as_of')} />
        ) : (
          <Text size="md">{`As it was ${momentInWords()}.`}</Text>
        )}
        <DateField
          typed
          label="History after"
          description="Left out, it has all of its history."
          maxDate={todayHere()}
          {...form.getInputProps('from')}
        />
        <Checkbox label="With the contents of files" {...form.getInputProps('files', { type: 'checkbox' })} />
        <Checkbox label="With earlier versions of files" {...form.getInputProps('all', { type: 'checkbox' })} />
        <TextInput
          label="Reason"
          description="It stands in the pack, and the history tells it."
          maxLength={255}
          required
          {...form.getInputProps('reason')}
        />
      </EndpointForm>
    </>
  )
}

/** The form that had it is gone. */
const takeFocus = (shown: HTMLElement | null): void => shown?.focus()

const toPacks = (
  <TextLink to="/dashboard/packs" underline="always">
    evidence packs
  </TextLink>
)

/** Orders an evidence pack of a record, and shows how far it is until it can be downloaded. */
const PackDialog = ({ within, name, ...dialog }: Place & { opened: boolean; onClose: () => void }) => {
  const [pack, setPack] = useState<Pack>()
  return (
    <Dialog title={`Evidence pack of ${name}`} size="lg" {...dialog}>
      {pack ? (
        <div ref={takeFocus} tabIndex={-1}>
          <Rows label="Evidence pack">
            <PackRow pack={pack} onDeleted={() => setPack(undefined)} />
          </Rows>
          <Text size="md" mt="md">
            You can close this: it stays among the {toPacks} for 7 days.
          </Text>
        </div>
      ) : (
        <OrderForm within={within} name={name} onOrdered={setPack} />
      )}
    </Dialog>
  )
}

export default PackDialog
