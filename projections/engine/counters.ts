/**
 * A column with how many records belong to a row: `of` is the table of the records, `by` their column with the row's
 * id.
 */
export type Counter = { table: string; column: string; of: string; by: string }

/**
 * Triggers that maintain a counter, whichever handler changes the rows. Records in the trash (`trash_id`) do not count.
 * No handler has to compute the effect of a bulk change or of a second application of an event.
 */
export const counterTriggers = ({ table, column, of, by }: Counter): string => {
  const add = (change: 1 | -1, row: 'NEW' | 'OLD') =>
    `UPDATE ${table} SET ${column} = ${column} + ${change} WHERE id = ${row}.${by} AND ${row}.trash_id IS NULL;`
  const name = `${of}_in_${table}`
  return `
    CREATE TRIGGER ${name}_added AFTER INSERT ON ${of} BEGIN ${add(1, 'NEW')} END;
    CREATE TRIGGER ${name}_removed AFTER DELETE ON ${of} BEGIN ${add(-1, 'OLD')} END;
    CREATE TRIGGER ${name}_changed AFTER UPDATE OF ${by}, trash_id ON ${of}
      WHEN (OLD.${by}, OLD.trash_id) IS NOT (NEW.${by}, NEW.trash_id) BEGIN
      ${add(-1, 'OLD')}
      ${add(1, 'NEW')}
    END;
  `
}
