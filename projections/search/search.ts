import { sortName } from '#projections/engine/fold.ts'
import { trashHandlers } from '#projections/engine/noun-handlers.ts'
import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { nouns, type OwnStream } from '#schemas/nouns.ts'
import {
  purge,
  reindexCategories,
  reindexClient,
  reindexOne,
  reindexSite,
  reindexVisit,
  rename,
  setPostcode,
  setTrash,
} from './changes.ts'
import { addItem, itemTables, setCategories } from './items.ts'
import { ownAfter, ownFields, setValues } from './own-values.ts'
import { removeText, textTables, writeText } from './texts.ts'
import { leadsOf, mergeTokens } from './tokens.ts'

const placeFile = (db: ReadDb, { data }: Recorded<EventNamed<'FileVisitChanged' | 'FileMoved'>>): void => {
  const { fileId, visitId, siteId, clientId } = data
  db.run('UPDATE items SET visit_id = ?, site_id = ?, client_id = ? WHERE id = ?', visitId, siteId, clientId, fileId)
  reindexOne(db, fileId)
}

/** Reindexes a record with everything that names it. */
const reindexAll = (db: ReadDb, noun: OwnStream, id: string): void => {
  if (noun === 'clients') reindexClient(db, id)
  else if (noun === 'sites') reindexSite(db, id)
  else if (noun === 'visits') reindexVisit(db, id)
  else reindexOne(db, id)
}

const ofTrash = trashHandlers({
  deleted: (db, noun, id, { data }) => {
    setTrash(db, id, data.trashId)
    reindexAll(db, noun, id)
  },
  restored: (db, noun, id) => {
    setTrash(db, id, null)
    reindexAll(db, noun, id)
  },
  purged: (db, noun, id) => {
    const isPlace = noun === 'clients' || noun === 'sites'
    purge(db, `${isPlace ? `${nouns[noun].one}_id` : 'id'} = ?`, id)
  },
})

/** The search read model: names with their ancestry, and the texts of PDFs (D-41). */
export const search: Projection = {
  name: 'search',
  version: 7,
  tables: itemTables + textTables + ownFields.tables,
  merge: mergeTokens('labels') + mergeTokens('text_index'),
  handlers: {
    ...ofTrash,
    ...ownFields.handlers,
    ClientAdded: (db, { position, data: { clientId: id, teamId, name, fields } }) =>
      addItem(db, {
        id,
        position,
        kind: 'clients',
        teamId,
        clientId: id,
        name,
        own: ownAfter(db, '{}', fields),
        sortKey: sortName(name),
      }),
    ClientRenamed: (db, { data }) => {
      const isElse = setValues(db, data.clientId, data.fields)
      if (rename(db, data.clientId, data.name, sortName(data.name))) reindexClient(db, data.clientId)
      else if (isElse) reindexOne(db, data.clientId)
    },

    SiteAdded: (db, { position, data: { siteId: id, teamId, clientId, name, postcode, fields } }) => {
      const own = ownAfter(db, '{}', fields)
      const lying = { teamId, clientId, siteId: id }
      addItem(db, { id, position, kind: 'sites', ...lying, name, postcode, own, sortKey: sortName(name) })
    },
    SiteUpdated: (db, { data }) => {
      const isRenamed = rename(db, data.siteId, data.name, sortName(data.name))
      const isElsewhere = setPostcode(db, data.siteId, data.postcode ?? '')
      const isElse = setValues(db, data.siteId, data.fields)
      if (isRenamed) reindexSite(db, data.siteId)
      else if (isElsewhere || isElse) reindexOne(db, data.siteId)
    },
    SiteMoved: (db, { data }) => {
      db.run('UPDATE items SET client_id = ? WHERE site_id = ?', data.clientId, data.siteId)
      reindexSite(db, data.siteId)
    },

    VisitAdded: (db, { position, data: { visitId: id, teamId, clientId, siteId, name, started_at, fields } }) => {
      const own = ownAfter(db, '{}', fields)
      addItem(db, { id, position, kind: 'visits', teamId, clientId, siteId, name, own, sortKey: started_at })
    },
    VisitUpdated: (db, { data }) => {
      const isElse = setValues(db, data.visitId, data.fields)
      if (rename(db, data.visitId, data.name, data.started_at)) reindexVisit(db, data.visitId)
      else if (isElse) reindexOne(db, data.visitId)
    },
    VisitMoved: (db, { data: { visitId, siteId, clientId } }) => {
      for (const column of ['id', 'visit_id']) {
        db.run(`UPDATE items SET site_id = ?, client_id = ? WHERE ${column} = ?`, siteId, clientId, visitId)
      }
      reindexVisit(db, visitId)
    },

    FileUploaded: (db, { position, data: { fileId: id, content, categoryIds, ...file } }) =>
      addItem(db, { ...file, id, position, kind: 'files', hash: content.hash }, categoryIds),
    FileVersionAdded: (db, { data }) => {
      db.run('UPDATE items SET hash = ? WHERE id = ?', data.content.hash, data.fileId)
      const item = db.one<{ n: number }>('SELECT n FROM items WHERE id = ?', data.fileId)
      // The text of the new content follows once it is extracted.
      if (item) removeText(db, item.n)
    },
    FileUpdated: (db, { data }) => {
      if (rename(db, data.fileId, data.name)) reindexOne(db, data.fileId)
    },
    FileVisitChanged: placeFile,
    FileMoved: placeFile,
    FileCategoriesChanged: (db, { data }) => {
      setCategories(db, data.fileId, data.categoryIds)
      reindexOne(db, data.fileId)
    },

    DocumentUploaded: (db, { position, data: { documentId: id, teamId, name, content } }) =>
      addItem(db, { id, position, kind: 'documents', teamId, name, hash: content.hash }),
    DocumentRenamed: (db, { data }) => {
      if (rename(db, data.documentId, data.name)) reindexOne(db, data.documentId)
    },

    CategoryAdded: (db, { position, data: { categoryId: id, teamId, name } }) =>
      addItem(db, { id, position, kind: 'categories', teamId, name, sortKey: '' }),
    CategoryUpdated: (db, { data }) => {
      if (rename(db, data.categoryId, data.name)) reindexCategories(db, [data.categoryId])
    },
    CategoryDeleted: (db, { data }) => {
      for (const id of data.categoryIds) setTrash(db, id, data.trashId)
      reindexCategories(db, data.categoryIds)
    },
    CategoryRestored: (db, { data: { trashId } }) => {
      const back = db.all<{ id: string }>('SELECT id FROM items WHERE trash_id = ?', trashId).map(({ id }) => id)
      for (const id of back) setTrash(db, id, null)
      reindexCategories(db, back)
    },
    CategoryPurged: (db, { data }) => purge(db, 'trash_id = ?', data.trashId),

    TeamPurged: (db, { data }) => {
      purge(db, 'team_id = ?', data.teamId)
      db.run('DELETE FROM own_fields WHERE team_id = ?', data.teamId)
    },

    TextExtracted: (db, event) => {
      const { subject, of } = event.data
      const item = db.one<{ n: number; list: number }>(
        `SELECT i.n, list.n AS list FROM items i JOIN items list ON list.id = i.team_id || '/' || i.kind
         WHERE i.id = ? AND i.hash = ?`,
        subject.id,
        of,
      )
      if (item && event.attached) writeText(db, item.n, leadsOf(item.list).label, event.attached)
    },
  },
}
