import { scopeColumns, shownIn } from '#projections/facilities/scope-columns.ts'
import { shareSource } from '#projections/facilities/shares.ts'
import { categoryFields } from '#projections/history/categories.ts'
import { documentNoun, fileNoun, versionFields } from '#projections/history/contents.ts'
import { clientNoun, siteNoun, visitNoun } from '#projections/history/places.ts'
import { shareFields } from '#projections/history/shares.ts'
import { membershipFields } from '#projections/history/teams.ts'
import { nouns, type Resource } from '#schemas/nouns.ts'
import type { ComparedResource } from '#schemas/resources/differences.ts'

/** How the records of a resource, `t`, are read: what their events would say of them, and by which fields that is shown. */
type Reading = {
  fields: object
  /** Pairs of a detail of the events and its value. */
  details: string
  id: string
  name: string
  from: string
  shown: string
  columns: Readonly<Record<string, string | undefined>> & { team: string }
}

const ofNoun = (noun: Resource, fields: object, details: string, visit?: string): Reading => ({
  fields,
  details: `'name', t.name, ${details}`,
  id: 't.id',
  name: 't.name',
  from: `${noun} t`,
  shown: shownIn(noun, 't'),
  columns: { ...scopeColumns(noun, 't'), [nouns[noun].one]: 't.id', ...(visit && { visit }) },
})

const own = "'fields', json(t.fields)"
const days = "'completed_at', t.completed_at, 'expires_at', t.expires_at, 'content', json_object('size', t.size)"
/** A visit in the trash has no files. */
const visitOfFile = '(SELECT v.id FROM visits v WHERE v.id = t.visit_id AND v.trash_id IS NULL)'
const categoriesOfFile = `(SELECT json_group_array(c.id ORDER BY c.id) FROM file_categories fc
  JOIN categories c ON c.id = fc.category_id AND c.trash_id IS NULL WHERE fc.file_id = t.id)`

/** The details have the names of the events, so that they are shown as the history shows them. */
export const readings: Record<ComparedResource, Reading> = {
  clients: ofNoun('clients', clientNoun.fields, `'external_id', t.external_id, ${own}`),
  sites: ofNoun(
    'sites',
    siteNoun.fields,
    `'postcode', t.postcode, 'external_id', t.external_id, 'clientId', t.client_id, ${own}`,
  ),
  visits: ofNoun(
    'visits',
    visitNoun.fields,
    `'started_at', t.started_at, 'ended_at', t.ended_at, 'siteId', t.site_id, ${own}`,
  ),
  files: ofNoun(
    'files',
    { ...fileNoun.fields, ...versionFields },
    `${days}, 'categoryIds', json(${categoriesOfFile}), 'visitId', ${visitOfFile}, 'siteId', t.site_id,
     'version', coalesce(t.version, 1), 'localFileName', t.local_file_name, 'mimeType', t.mime_type`,
    visitOfFile,
  ),
  documents: ofNoun('documents', documentNoun.fields, days),
  categories: ofNoun(
    'categories',
    categoryFields,
    `'slug', t.slug, 'expires_after_months', t.expires_after_months, 'parentId', t.parent_id,
     'requirement', json(t.requirement)`,
  ),
  members: {
    fields: membershipFields,
    details: `'role', t.role, 'clientId', t.client_id, 'siteIds', json(t.site_ids), 'abilities', json(t.abilities),
     'endsAt', t.ends_at`,
    id: 't.user_id',
    name: "''",
    from: 'members t',
    shown: 'TRUE',
    columns: { team: 't.team_id' },
  },
  shares: {
    fields: shareFields,
    details: "'expiresAt', x.expires_at, 'maxOpenings', x.max_openings, 'passwordHash', iif(x.password, 'set', NULL)",
    id: 'x.id',
    name: 'coalesce(f.name, v.name, s.name, c.name)',
    from: shareSource,
    shown: 'TRUE',
    columns: { team: 'x.team_id', client: 'c.id', site: 's.id', visit: 'coalesce(v.id, f.visit_id)', file: 'f.id' },
  },
}
