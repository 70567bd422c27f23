import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { selectPage } from '#projections/engine/select-page.ts'
import type { PageQuery } from '#schemas/calls/page.ts'
import type { AnnouncementId } from '#schemas/ids.ts'

/** Announcements of the operators to all users. An edited one keeps its position and its date. */
export const announcements: Projection = {
  name: 'announcements',
  version: 1,
  tables: `
    CREATE TABLE announcements (
      id TEXT PRIMARY KEY, body TEXT NOT NULL, action_text TEXT, action_url TEXT, created_at TEXT NOT NULL,
      revision TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX announcements_by_date ON announcements (created_at, id);
  `,
  handlers: {
    AnnouncementPublished: (db, { data, metadata, revision }) =>
      db.run(
        `INSERT OR REPLACE INTO announcements (id, body, action_text, action_url, created_at, revision)
         VALUES (?, ?, ?, ?, ?, ?)`,
        data.announcementId,
        data.body,
        data.action_text,
        data.action_url,
        metadata.at,
        String(revision),
      ),
    AnnouncementEdited: (db, { data, revision }) =>
      db.run(
        'UPDATE announcements SET body = ?, action_text = ?, action_url = ?, revision = ? WHERE id = ?',
        data.body,
        data.action_text,
        data.action_url,
        String(revision),
        data.announcementId,
      ),
    AnnouncementRemoved: (db, { data }) => db.run('DELETE FROM announcements WHERE id = ?', data.announcementId),
  },
}

export type AnnouncementRow = {
  id: AnnouncementId
  body: string
  action_text: string | null
  action_url: string | null
  created_at: string
  revision: string
}

const columns = 'id, body, action_text, action_url, created_at, revision'

export const announcementQueries = (db: ReadDb) => ({
  list: (page: PageQuery) =>
    selectPage<AnnouncementRow>(
      db,
      {
        select: columns,
        from: 'announcements',
        where: '1 = 1',
        values: [],
        orderBy: ['created_at', 'id'],
        sortKeyOf: ({ created_at, id }) => [created_at, id],
        descending: true,
      },
      page,
    ),
  one: (id: AnnouncementId) => db.one<AnnouncementRow>(`SELECT ${columns} FROM announcements WHERE id = ?`, id),
  /** The newest announcements, newest first. */
  newest: (count: number) =>
    db.all<AnnouncementRow>(
      `SELECT ${columns} FROM announcements ORDER BY created_at DESC, id DESC LIMIT ? + 0`,
      count,
    ),
})
export type AnnouncementQueries = ReturnType<typeof announcementQueries>
