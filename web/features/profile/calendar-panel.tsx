import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endCalendarFeed, makeCalendarFeed, showCalendarFeed } from '#schemas/resources/calendar.ts'
import { ChoicesFailure } from '#web/components/choices-failure.tsx'
import { ConfirmButton } from '#web/components/confirm-button.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { Panel } from '#web/components/panel.tsx'
import { ShownOnce } from '#web/components/shown-once.tsx'
import { callApi } from '#web/lib/api.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { useChanged } from '#web/lib/use-changed.ts'

const query = oneQuery(showCalendarFeed)

/** The address at which the signed-in user's calendar program reads what expires. */
export const CalendarPanel = () => {
  const feed = useQuery(query)
  const [url, setUrl] = useState<string>()
  const changed = useChanged(query.queryKey)
  const show = (made: { url: string }) => {
    setUrl(made.url)
    return changed('Your calendar feed has an address.')
  }
  const { form: _, ...making } = useEndpointForm({
    endpoint: makeCalendarFeed,
    initial: {},
    body: () => ({}),
    onDone: show,
  })
  const make = async () => {
    await show((await callApi(makeCalendarFeed, {})).data)
  }
  const end = async () => {
    await callApi(endCalendarFeed, {})
    setUrl(undefined)
    await changed('Your calendar feed has ended.')
  }
  return (
    <Panel title="Calendar feed">
      <Text size="md">
        An address to subscribe to in your calendar: what expires in your teams, from 30 days ago to a year ahead, as
        far as you can see it. Whoever has the address can read it without signing in, until you end or replace it.
      </Text>
      <ChoicesFailure choices={feed} />
      {url !== undefined && (
        <ShownOnce
          words="Here is the address. This is the only time it will be shown."
          secret={url}
          what="address"
          answers={['Copy Address', 'Hide']}
          onLeave={() => setUrl(undefined)}
        />
      )}
      {feed.data?.made === false && (
        <EndpointForm {...making} action={['Make an address', 'Making an address']} narrow>
          {null}
        </EndpointForm>
      )}
      {feed.data?.made && (
        <Group>
          <ConfirmButton
            title="Replace address"
            question="Calendars that have the present address will no longer be able to read it."
            answers={['No, Go Back', 'Yes, Replace']}
            size="sm"
            onYes={make}
          >
            Replace the address
          </ConfirmButton>
          <ConfirmButton
            title="End calendar feed"
            question="Calendars that have the address will no longer be able to read it."
            answers={['No, Go Back', 'Yes, End']}
            size="sm"
            onYes={end}
          >
            End
          </ConfirmButton>
        </Group>
      )}
    </Panel>
  )
}
