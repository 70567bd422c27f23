import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { NotificationId, UserId } from '#schemas/ids.ts'

/** Notifications of users, and when each last read the announcements. */
export const inbox: Projection = {
  name: 'inbox',
  version: 1,
  tables: `
    CREATE TABLE notifications (
      id TEXT PRIMARY KEY, user_id TEXT NOT NULL, icon TEXT NOT NULL, body TEXT NOT NULL, action_text TEXT,
      action_url TEXT, creator_id TEXT, created_at TEXT NOT NULL, read INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX notifications_of_user ON notifications (user_id, read, created_at, id);
    CREATE TABLE announcements_read (user_id TEXT PRIMARY KEY, at TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
  handlers: {
    NotificationSent: (db, { data, metadata }) => {
      // An erased user gets no notifications.
      if (data.body === null) return
      db.run(
        `INSERT INTO notifications (id, user_id, icon, body, action_text, action_url, creator_id, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        data.notificationId,
        data.userId,
        data.icon,
        data.body,
        data.action_text,
        data.action_url,
        data.creatorId,
        metadata.at,
      )
    },
    NotificationsRead: (db, { data }) =>
      db.run(
        'UPDATE notifications SET read = 1 WHERE user_id = ? AND id IN (SELECT value FROM json_each(?))',
        data.userId,
        JSON.stringify(data.notificationIds),
      ),
    AnnouncementsRead: (db, { data, metadata }) =>
      db.run('INSERT OR REPLACE INTO announcements_read (user_id, at) VALUES (?, ?)', data.userId, metadata.at),
    PersonErased: (db, { data }) => {
      db.run('DELETE FROM notifications WHERE user_id = ?', data.userId)
      db.run('DELETE FROM announcements_read WHERE user_id = ?', data.userId)
    },
  },
}

export type NotificationRow = {
  id: NotificationId
  icon: string
  body: string
  action_text: string | null
  action_url: string | null
  creator_id: UserId | null
  created_at: string
  read: number
}

const columns = 'id, icon, body, action_text, action_url, creator_id, created_at, read'

export const inboxQueries = (db: ReadDb) => ({
  /** Every unread notification and the newest of the read ones, newest first (D-08). */
  recent: (userId: UserId, newestRead: number) =>
    db.all<NotificationRow>(
      `SELECT ${columns} FROM notifications WHERE user_id = ? AND read = 0
       UNION ALL
       SELECT * FROM (
         SELECT ${columns} FROM notifications WHERE user_id = ? AND read = 1 ORDER BY created_at DESC, id DESC LIMIT ? + 0
       ) ORDER BY created_at DESC, id DESC`,
      userId,
      userId,
      newestRead,
    ),
  /** When the user last read the announcements, a UTC instant; null if never. */
  announcementsReadAt: (userId: UserId) =>
    db.one<{ at: string }>('SELECT at FROM announcements_read WHERE user_id = ?', userId)?.at ?? null,
})
export type InboxQueries = ReturnType<typeof inboxQueries>
