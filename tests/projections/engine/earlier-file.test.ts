import { beforeEach, describe, expect, test } from 'vitest'
import { adaptEarlier } from '#projections/engine/earlier-file.ts'
import { openAsItIs, openForWriting, setPlace } from '#projections/engine/read-db.ts'
import { temporaryFolder } from '#tests/support/folders.ts'

const tables = `
  CREATE TABLE sites (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, visits INTEGER NOT NULL DEFAULT 0, size DECIMAL(10, 2)
  );
  CREATE TABLE visits (id TEXT PRIMARY KEY, site_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX visits_of_site ON visits (site_id);
  CREATE TRIGGER visit_added AFTER INSERT ON visits BEGIN
    UPDATE sites SET visits = visits + 1 WHERE id = NEW.site_id;
  END;
  CREATE VIRTUAL TABLE words USING fts5 (name);`

describe('the file that an earlier version wrote', () => {
  let folder: string
  beforeEach(() => {
    folder = temporaryFolder()
    const db = openForWriting(folder, { name: 'places', version: 1, tables })
    db.run("INSERT INTO sites (id, name) VALUES ('one', 'Depot')")
    setPlace(db, { position: '7', id: 'seven' })
    db.close()
  })

  const declared = (changed: string, version = 2) => ({ name: 'places', version, tables: changed })
  const adapt = (changed: string, version = 2) => adaptEarlier(folder, declared(changed, version))
  const opened = (changed: string) => openAsItIs(folder, declared(changed))

  test('is left alone by its own version', () => {
    expect(adapt(tables, 1)).toBe(false)
  })

  test('is read as it is where the tables are the same', () => {
    expect(adapt(tables)).toBe(true)
    const db = opened(tables)
    expect(db.all('SELECT id, name, visits FROM sites')).toEqual([{ id: 'one', name: 'Depot', visits: 0 }])
    db.close()
  })

  test('gets new columns that may be null, tables, indices and triggers, and can be written', () => {
    const changed = `${tables
      .replace('site_id TEXT NOT NULL)', 'weather TEXT, site_id TEXT NOT NULL)')
      .replace('visits + 1', 'visits + 10')
      .replace('ON visits (site_id)', 'ON visits (site_id, weather)')}
      CREATE TABLE pumps (id TEXT PRIMARY KEY) STRICT;`

    expect(adapt(changed)).toBe(true)

    const db = opened(changed)
    db.run("INSERT INTO visits (id, weather, site_id) VALUES ('spring', 'rain', 'one')")
    db.run("INSERT INTO pumps (id) VALUES ('pump')")
    expect(db.one('SELECT visits FROM sites')).toEqual({ visits: 10 })
    expect(db.one('SELECT weather FROM visits INDEXED BY visits_of_site')).toEqual({ weather: 'rain' })
    db.close()
  })

  test('is still one of an earlier version when it is opened again, though its tables are those of the code', () => {
    const changed = tables.replace('site_id TEXT NOT NULL)', 'site_id TEXT NOT NULL, weather TEXT)')
    expect([adapt(changed, 1), adapt(changed, 1)]).toEqual([true, true])
    openForWriting(folder, declared(changed, 1)).close()

    expect(adapt(changed, 1)).toBe(false)
  })

  test.each([
    ['a column may not be null', tables.replace('name TEXT NOT NULL,', 'name TEXT NOT NULL, slug TEXT NOT NULL,')],
    ['a column is unique', tables.replace('name TEXT NOT NULL,', 'name TEXT NOT NULL, slug TEXT UNIQUE,')],
    ['a constraint is new', tables.replace('size DECIMAL(10, 2)', 'size DECIMAL(10, 2), UNIQUE (name)')],
    ['a column has another name', tables.replace('size DECIMAL', 'area DECIMAL')],
    ['a column is gone', tables.replace(', size DECIMAL(10, 2)', '')],
    ['a table is stored in another way', tables.replace('STRICT, WITHOUT ROWID', 'STRICT')],
    ['a table is gone', tables.replace(/CREATE TABLE visits[\s\S]*END;/, '')],
    ['an index of words holds something else', tables.replace('fts5 (name)', 'fts5 (name, place)')],
  ])('is not read where %s', (_, changed) => {
    expect(adapt(changed)).toBe(false)
  })

  test('is not read where it holds nothing yet, or is no database', () => {
    openForWriting(folder, { name: 'new', version: 1, tables }).close()

    expect(adaptEarlier(folder, { name: 'new', version: 2, tables })).toBe(false)
    expect(adaptEarlier(folder, { name: 'none', version: 2, tables })).toBe(false)
  })
})
