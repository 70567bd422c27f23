import { useQueryClient } from '@tanstack/react-query'
import type { VersionedFile } from '#schemas/resources/file-versions.ts'
import type { SiteFile } from '#schemas/resources/files.ts'
import { outcomeWords } from '#web/features/files/version-words.ts'
import { reload } from '#web/lib/affected.ts'
import { announce } from '#web/lib/announce.ts'
import { ApiProblem } from '#web/lib/api-problem.ts'

/** What both ways to a new version have in common: what follows a success, and what follows somebody else's change. */
export const useVersioning = (file: SiteFile) => {
  const queries = useQueryClient()
  return {
    onDone: (answer: VersionedFile) => {
      void announce(outcomeWords(file, answer))
      return reload(queries, 'files')
    },
    /** Shows what somebody else has changed (D-73); the message tells it, and the next try is made on that. */
    refresh: (problem: unknown) => {
      if (problem instanceof ApiProblem && problem.status === 412) void reload(queries, 'files')
    },
  }
}
