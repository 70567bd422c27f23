import { queryOptions } from '@tanstack/react-query'
import type { Overview } from '#schemas/resources/overview.ts'
import { showOverview } from '#schemas/resources/overview.ts'
import { callApi } from '#web/lib/api.ts'
import { openedBy, type PersonInTeam } from '#web/lib/opened.ts'

/** The overview with the tag by which the server knows it. */
type Held = Overview & { tag: string | null }

export const overviewKey = ['overview'] as const

/** The overview of a team with the names of the records opened last; an unchanged one is not sent again. */
export const overviewQuery = (person: PersonInTeam) =>
  queryOptions({
    queryKey: overviewKey,
    queryFn: async ({ client }): Promise<Held> => {
      const held = client.getQueryData<Held>(overviewKey)
      const query = { opened: openedBy(person).join() }
      const { data, tag, unchanged } = await callApi(showOverview, { query }, { ifNoneMatch: held?.tag ?? undefined })
      return unchanged && held ? held : { ...data, tag }
    },
  })
