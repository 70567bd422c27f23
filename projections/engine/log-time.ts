/**
 * The positions of the log with its time at each, in milliseconds since 1970: the latest `at` of all events up to there,
 * so it never goes back.
 */
export const clock = 'CREATE TABLE clock (position INTEGER PRIMARY KEY, at INTEGER NOT NULL) STRICT;'
/** The position of the event that is applied. */
export const now = '(SELECT max(position) FROM clock)'

/** A statement that sets the clock to the position and the time of the event that is applied next. */
export const setClock = `INSERT OR IGNORE INTO clock (position, at)
  VALUES (?, max(?, coalesce((SELECT at FROM clock WHERE position = ${now}), 0)))`
