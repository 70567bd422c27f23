import type { ReadDb } from '#projections/engine/read-db.ts'
import type { TeamId } from '#schemas/ids.ts'

export type TeamContentRow = { team_id: TeamId; files: number; bytes: number }

/** Which teams hold the most content, with what lies in their trash; all rows are read, so it may take long. */
export const contentByTeamQueries = (db: ReadDb) => ({
  largestTeams: (limit: number) =>
    db.all<TeamContentRow>(
      `SELECT team_id, count(*) AS files, sum(size) AS bytes
       FROM (SELECT team_id, coalesce(stored_size, size + coalesce(original_size, 0)) AS size FROM files
             UNION ALL SELECT team_id, size + coalesce(original_size, 0) FROM documents)
       GROUP BY team_id ORDER BY bytes DESC, team_id LIMIT ? + 0`,
      limit,
    ),
})
export type ContentByTeamQueries = ReturnType<typeof contentByTeamQueries>
