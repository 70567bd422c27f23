import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { OpenedKind } from '#schemas/resources/overview.ts'
import { noteOpened } from '#web/lib/opened.ts'
import { overviewKey, overviewQuery } from '#web/lib/overview-query.ts'
import { usePersonInTeam } from '#web/lib/person-in-team.ts'

/** What the first page says; it follows the changes of the team. */
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
