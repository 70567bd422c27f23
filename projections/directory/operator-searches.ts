import type { ReadDb } from '#projections/engine/read-db.ts'
import { selectPage } from '#projections/engine/select-page.ts'
import type { Page, PageQuery } from '#schemas/calls/page.ts'
import type { UserRow } from './accounts.ts'
import { holdsWords } from './sought.ts'
import { type TeamRow, teamColumns } from './teams.ts'

/** The fallback for rows of an earlier version, which have no sought text yet. */
const ofUser = "coalesce(u.sought, lower(u.name || ' ' || u.email), '')"
const ofTeam = "coalesce(t.sought, lower(t.name || ' ' || t.slug), '')"

export type FoundUserRow = Pick<UserRow, 'id' | 'created_at'> & { name: string; email: string }

/** How operators find users and teams: by id, or by words without case and accents; newest first. */
export const operatorSearchQueries = (db: ReadDb) => ({
  users: (query: string, limit: number) => {
    const { where, words } = holdsWords(ofUser, query)
    return db.all<FoundUserRow>(
      `SELECT u.id, u.name, u.email, u.created_at FROM users u
       WHERE u.name IS NOT NULL AND u.email IS NOT NULL AND (u.id = ? OR (${where}))
       ORDER BY u.created_at DESC, u.id DESC LIMIT ? + 0`,
      query,
      ...words,
      limit,
    )
  },
  /** The users with these addresses, in lower case, by name. */
  withAddress: (emails: readonly string[]) =>
    db.all<Pick<FoundUserRow, 'id' | 'name' | 'email'>>(
      'SELECT id, name, email FROM users WHERE lower(email) IN (SELECT value FROM json_each(?)) ORDER BY name, id',
      JSON.stringify(emails),
    ),
  teams: (query: string, limit: number) => {
    const { where, words } = holdsWords(`${ofTeam} || ' ' || ${ofUser}`, query)
    return db.all<TeamRow>(
      `SELECT ${teamColumns} FROM teams t LEFT JOIN users u ON u.id = t.owner_id
       WHERE t.id = ? OR (${where})
       ORDER BY t.created_at DESC, t.id DESC LIMIT ? + 0`,
      query,
      ...words,
      limit,
    )
  },
  allTeams: (page: PageQuery): Page<TeamRow> =>
    selectPage<TeamRow>(
      db,
      {
        select: teamColumns,
        from: 'teams t',
        where: 'TRUE',
        values: [],
        orderBy: ['t.created_at', 't.id'],
        descending: true,
        sortKeyOf: ({ created_at, id }) => [created_at ?? '', id],
      },
      page,
    ),
})
export type OperatorSearchQueries = ReturnType<typeof operatorSearchQueries>
