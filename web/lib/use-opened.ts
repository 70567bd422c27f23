import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type OpenedKind, type Overview, showOverview } from '#schemas/resources/overview.ts'
import { callApi } from '#web/lib/api.ts'
import { noteOpened, openedBy, type PersonInTeam } from '#web/lib/opened.ts'
import { usePersonInTeam } from '#web/lib/person-in-team.ts'

/** The overview with the tag by which the server knows it. */
type Held = Overview & { tag: string | null }

const overviewKey = ['overview'] as const

/** The overview of a team with the names of the records opened last; an unchanged one is not sent again. */
const overviewQuery = (person: PersonInTeam) =>
  queryOptions({
    queryKey: overviewKey,
    queryFn: async ({ client }): Promise<Held> => {
      const held = client.getQueryData<Held>(overviewKey)
      const query = { opened: openedBy(person).join() }
      const { data, tag, unchanged } = await callApi(showOverview, { query }, { ifNoneMatch: held?.tag ?? undefined })
      return unchanged && held ? held : { ...data, tag }
    },
  })

/** The overview of the first page; it follows the changes of the team. */
export const useOverview = () => useQuery(overviewQuery(usePersonInTeam()))

/** Remembers that the signed-in person has opened a record. */
export const useNoteOpened = (kind: OpenedKind, id: string): void => {
  const { user, team } = usePersonInTeam()
  const queries = useQueryClient()
  useEffect(() => {
    noteOpened({ user, team }, kind, id)
    // The first page names it when it is shown next.
    void queries.invalidateQueries({ queryKey: overviewKey, refetchType: 'none' })
  }, [user, team, kind, id, queries])
}
